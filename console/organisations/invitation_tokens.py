"""An invitation's token, in two forms: as whoever invites sees it, and as its letter has it, with a stamp.

The first may have been handed over by anyone. The second was in the letter alone: who comes with it reads what is sent
to the invited address.
"""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

_SEP = ":"


def _stamp() -> Signer:
    """What signs; made where it is needed, since some commands run without a secret."""
    return Signer(sep=_SEP, salt="invitation by letter")


def for_letter(token: str) -> str:
    """The token with the stamp."""
    return _stamp().sign(token)


def bare(token: str) -> str:
    """The token without the stamp it may have."""
    return token.partition(_SEP)[0]


def came_by_letter(token: str) -> bool:
    """Whether the token has the stamp."""
    try:
        _stamp().unsign(token)
    except BadSignature:
        return False
    return True
