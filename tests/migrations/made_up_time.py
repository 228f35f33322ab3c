"""A clock for Django that goes only as fast as a script wants."""

from datetime import datetime, timedelta


class MadeUpTime:
    """The replacement of `timezone.now`: each call takes `step`, and `pass_time` lets two seconds pass."""

    def __init__(self, at: datetime, step: timedelta = timedelta()) -> None:
        self.at, self.step = at, step

    def __call__(self) -> datetime:
        self.at += self.step
        return self.at

    def pass_time(self) -> None:
        self.at += timedelta(seconds=2)
