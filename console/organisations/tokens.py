"""An invitation's token, in two forms: as whoever invites sees it, and as its letter has it, with a stamp.

The first may have been handed over by anyone. The second was in the letter alone: who comes with it reads what is sent
to the invited address.
"""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

_STAMP = Signer(salt="invitation by letter")


def for_letter(token: str) -> str:
    """The token with the stamp."""
    return _STAMP.sign(token)


def bare(token: str) -> str:
    """The token without the stamp it may have."""
    return token.partition(_STAMP.sep)[0]


def came_by_letter(token: str) -> bool:
    """Whether the token has the stamp."""
    try:
        _STAMP.unsign(token)
    except BadSignature:
        return False
    return True
