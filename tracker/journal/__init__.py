"""The session file: one TOML file that only grows. Nothing else in the tracker writes files of a session.

`writer` appends whole entries, `reader` returns whole entries and nothing less, `sessions` knows where saves live.
"""
