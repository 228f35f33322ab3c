"""Readers of files that hold cards of one game: each takes a JSON value and the kind of booster that is chosen,
and returns None for a value of another kind."""

from drafts.importers.sets.games.magic import read_json

READERS = (read_json,)
