"""Frozen nouns: what the user says, and what perdollar answers."""
