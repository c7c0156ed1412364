"""Coterie: a terminal tracker for game masters. Importing this package imports nothing else."""

__version__ = "0.1.0"
