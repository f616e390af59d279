"""Tokumei: anonymize, attack, measure."""
