"""Slow, obvious twins of the methods, written from their definitions."""
