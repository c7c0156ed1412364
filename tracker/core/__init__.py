"""The game-free heart: frozen state, facts, folding, the turn order. Imports the standard library only."""
