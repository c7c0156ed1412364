"""Books: TOML files of creatures, encounters, random tables, decks and people who are kept, read without a session.

Reading a book never changes a session: what is used of it becomes facts, so that a session opens without its books.
"""
