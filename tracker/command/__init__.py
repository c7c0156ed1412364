"""The command language: everything that the screen does, a typed line does. Shared by the command bar and the shell."""
