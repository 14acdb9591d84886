"""What a turn wants done outside of itself, and the two ways of doing it: in the caller's thread, or on its loop.

A turn is a generator. It decides, and yields what it wants: a function to be called (:class:`Do`), or text for the
person (:class:`Show`). It is sent what came of it, or has the error thrown at it. So one turn serves ``chat`` and
``achat`` alike, and whoever drives it is the only one who waits.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from contextlib import closing
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from veraz.errors import OutcomeUnknown
from veraz.threads import in_thread, on_own_loop

T = TypeVar("T")

_INSIDE: ContextVar[tuple[object, ...]] = ContextVar("veraz_inside", default=())


@dataclass(frozen=True, slots=True)
class Do:
    """A call of ``function``. A coroutine is awaited, and a generator run to its end, before the turn goes on.

    :ivar timeout: seconds after which :class:`TimeoutError` is raised; what comes later is dropped.
    :ivar streams: whether a generator is handed over as it is, to be asked piece by piece.
    """

    function: Callable[..., Any]
    args: Sequence[Any] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    timeout: float | None = None
    streams: bool = False

    def here(self, owner: object) -> Any:
        """Do it, and wait. A plain function with no time-out runs in the caller's own thread."""
        context = _inside(owner)
        if self.timeout is None:
            given = context.run(self._called)
        else:
            given = in_thread(self._called, context).result(self.timeout)
        return on_own_loop(self._ended(given), context, self.timeout) if self._is_open(given) else given

    async def on_loop(self, owner: object) -> Any:
        """Do it without holding the loop up: what is no coroutine function runs in a thread of its own."""
        import asyncio  # which takes its time, and which only loops need

        context = _inside(owner)
        task = asyncio.get_running_loop().create_task(self._awaited(context), context=context)
        try:
            done, _ = await asyncio.wait({task}, timeout=self.timeout)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not done:  # it may take no notice of being cancelled, and nobody waits for that
            task.cancel()
            raise TimeoutError
        if task.cancelled():
            raise OutcomeUnknown("it was cancelled from within")
        return task.result()

    async def _awaited(self, context: Context) -> Any:
        import asyncio

        if is_async(self.function):
            return await self._ended(self._called())
        return await self._ended(await asyncio.wrap_future(in_thread(self._called, context)))

    def _called(self) -> Any:
        try:
            given = self.function(*self.args, **self.kwargs)
        except StopIteration as error:  # which would be taken for the end of what drives the turn
            raise RuntimeError("a function ended what it does not iterate over") from error
        return run_out(given) if inspect.isgenerator(given) and not self.streams else given

    def _is_open(self, given: Any) -> bool:
        return inspect.isawaitable(given) or (inspect.isasyncgen(given) and not self.streams)

    async def _ended(self, given: Any) -> Any:
        while inspect.isawaitable(given):
            given = await given
        return [piece async for piece in given] if inspect.isasyncgen(given) and not self.streams else given


@dataclass(frozen=True, slots=True)
class Show:
    """Text that the person may read now. It is never taken back."""

    text: str


Doing = Generator[Do | Show, Any, T]
"""What yields what it wants done, and returns a ``T``."""


class Driven(Generic[T]):
    """A turn under way: iterated, it gives the text for the person; :attr:`value` is then what ``doing`` returned.

    :ivar value: ``None`` until then.
    :param owner: whose turn it is, so that what is called in it can be told to be :func:`is_inside`.
    """

    def __init__(self, doing: Doing[T], owner: object) -> None:
        self.value: T | None = None
        self._doing = doing
        self._owner = owner
        self._go_on: Callable[[], Do | Show] = partial(next, doing)

    def here(self) -> Generator[str, None, None]:
        """Yield each text, doing what is wanted in the caller's thread."""
        with closing(self._doing):
            while (wanted := self._wanted()) is not None:
                if isinstance(wanted, Show):
                    yield wanted.text
                    continue
                try:
                    self._go_on = partial(self._doing.send, wanted.here(self._owner))
                except BaseException as error:  # whatever stopped it, the turn settles what is open
                    self._go_on = partial(self._doing.throw, error)

    async def on_loop(self) -> AsyncIterator[str]:
        """Yield each text, without holding the caller's loop up."""
        with closing(self._doing):
            while (wanted := self._wanted()) is not None:
                if isinstance(wanted, Show):
                    yield wanted.text
                    continue
                try:
                    self._go_on = partial(self._doing.send, await wanted.on_loop(self._owner))
                except BaseException as error:  # a cancelled task too
                    self._go_on = partial(self._doing.throw, error)

    def _wanted(self) -> Do | Show | None:
        """Return what the turn wants next, or ``None`` once it has ended."""
        go_on, self._go_on = self._go_on, partial(next, self._doing)
        try:
            return go_on()
        except StopIteration as ended:
            self.value = ended.value
            return None


def is_inside(owner: object) -> bool:
    """Tell whether this code was called, by whatever way, in a turn of ``owner``'s."""
    return any(each is owner for each in _INSIDE.get())


def is_async(function: Callable[..., Any]) -> bool:
    """Tell whether calling ``function`` gives at once what has to be awaited or iterated on a loop."""
    while isinstance(function, partial):
        function = function.func
    called = function if inspect.isroutine(function) else type(function).__call__
    return inspect.iscoroutinefunction(called) or inspect.isasyncgenfunction(called)


def run_out(generator: Generator[Any, Any, Any]) -> Any:
    """Run ``generator`` to its end; return what it returns, else the list of what it yields."""
    pieces = []
    while True:
        try:
            pieces.append(next(generator))
        except StopIteration as ended:
            return pieces if ended.value is None else ended.value


def _inside(owner: object) -> Context:
    context = copy_context()
    context.run(_INSIDE.set, (*_INSIDE.get(), owner))
    return context
