"""A thread for long computations, so that no room waits for them."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

Params = ParamSpec("Params")
Result = TypeVar("Result")

_EXECUTOR = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thoughts")


def thinking(compute: Callable[Params, Result]) -> Callable[Params, Coroutine[Any, Any, Result]]:
    """Return the function as a coroutine function that runs it in the one thread for long computations."""

    @wraps(compute)
    async def thought(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        return await asyncio.get_running_loop().run_in_executor(_EXECUTOR, partial(compute, *args, **kwargs))

    return thought
