"""`manage.py signing_keys`: the keys that sign what runtimes take, and how they are rotated."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from console import signing
from console.licences import queries
from settings.signing import keep_key, new_key, signing_keys

STEPS = """\
The keys stand in SIGNING_KEY, in the file that SIGNING_KEY_FILE names, or in the files that SIGNING_KEY_FILES lists.
The first one signs. A runtime takes another set of keys when a key that it holds has signed it.

 1. Make a key.                         manage.py signing_keys new --out new.pem
 2. Add it second; restart.             SIGNING_KEY_FILES=old.pem,new.pem
    GET /v1/keys serves both, signed by both. Runtimes look there once a day, and take them.
 3. Bring that set to the runtimes that reach no console: it is the file that their VERAZ_KEYS names.
 4. Put it first; restart.              SIGNING_KEY_FILES=new.pem,old.pem
    Phrasings are signed by the new key. A runtime that does not hold it yet fetches the set at once.
 5. Owners renew their licences (Settings, Licence), which the new key signs, and bring them to their runtimes.
    `manage.py signing_keys` lists those that the old key signed.
 6. Take the old key out; restart.      SIGNING_KEY_FILE=new.pem
    Not before none of its licences is left, and every runtime was seen since step 4. One that was away is given the
    set by hand, as in step 3.

Who has a key that leaked can sign phrasings, licences and key sets for every runtime that holds it. Make a new one, let
it stand alone at once, and start each runtime anew with VERAZ_KEYS naming the new set and no keys.jsonl in its state
folder. Owners renew their licences."""


class Command(BaseCommand):
    """List the keys, make one, or say how they are rotated."""

    help = "List the signing keys by their fingerprints, make a new one, or say step by step how to rotate them."

    requires_system_checks = ()  # the first key is made before there is one

    def add_arguments(self, parser: CommandParser) -> None:
        """One act; none lists the keys."""
        acts = parser.add_subparsers(dest="act")
        acts.add_parser("list", help="fingerprints, which one signs, and the licences in force that each signed")
        new = acts.add_parser("new", help="make a key; it is used once the settings name it")
        new.add_argument("--out", type=Path, help="write it into a new file that its owner alone reads (0600)")
        acts.add_parser("rotate", help="say how, step by step")

    def handle(self, *args: Any, act: str | None, **options: Any) -> None:
        """Do the act."""
        getattr(self, f"_{act or 'list'}")(**options)

    def _list(self, **options: Any) -> None:
        signed: dict[str, list[str]] = defaultdict(list)
        for licence in queries.in_force(timezone.now()):
            signed[licence.signed_by].append(str(licence))
        for place, fingerprint in enumerate(signing.fingerprints()):
            names = ", ".join(signed.pop(fingerprint, [])) or "none"
            self.stdout.write(f"{fingerprint}  {'signs' if place == 0 else 'is accepted'}; licences in force: {names}")
        for fingerprint, names_left in signed.items():
            self.stderr.write(f"{fingerprint}  is gone, and runtimes refuse what it signed: {', '.join(names_left)}")

    def _new(self, *, out: Path | None, **options: Any) -> None:
        pem = new_key()
        [key] = signing_keys(pem)
        if out is None:
            self.stdout.write(pem, ending="")
            return
        try:
            keep_key(pem, out)
        except OSError as error:
            raise CommandError(f"{out} cannot be made: {error.strerror}. No key was kept.") from error
        self.stdout.write(f"{key.thumbprint()}  written to {out}. What comes next: manage.py signing_keys rotate")

    def _rotate(self, **options: Any) -> None:
        self.stdout.write(STEPS)
