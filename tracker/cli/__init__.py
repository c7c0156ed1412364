"""The program without its screen: arguments, typed commands, listings, exports. Never imports Textual."""
