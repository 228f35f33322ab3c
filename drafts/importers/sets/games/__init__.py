"""Readers of files that hold cards of one game: each takes a JSON value, and returns None for one of another kind."""

from drafts.importers.sets.games.magic import read_json

READERS = (read_json,)
