"""The least that Textual can do: an app without anything in it. What a first frame costs is held against its."""

from textual.app import App

if __name__ == "__main__":
    App[None]().run()
