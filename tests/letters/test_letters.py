from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.utils import timezone

from console.letters import tasks
from console.letters.models import Letter
from console.letters.services import write


@pytest.fixture
def server_is_away(monkeypatch: pytest.MonkeyPatch) -> Any:
    def refuse(*letter: Any) -> None:
        raise SMTPServerDisconnected

    with monkeypatch.context() as away:
        away.setattr(tasks, "send_mail", refuse)
        yield away


@pytest.mark.django_db(transaction=True)
def test_a_letter_goes_once_its_transaction_is_kept() -> None:
    with transaction.atomic():
        write("a@example.com", "Subject", "Text")
        assert mail.outbox == []
    tasks.send_due()
    assert [(sent.to, sent.subject, sent.body) for sent in mail.outbox] == [(["a@example.com"], "Subject", "Text")]
    assert Letter.objects.get().sent_at


def test_a_letter_that_nobody_was_told_of_is_found(django_capture_on_commit_callbacks: Any) -> None:
    write("a@example.com", "Subject", "Text")
    with django_capture_on_commit_callbacks(execute=True):
        tasks.send_due()
    assert len(mail.outbox) == 1


def test_a_letter_is_sent_again_until_the_server_takes_it(server_is_away: Any) -> None:
    write("a@example.com", "Subject", "Text")
    letter = Letter.objects.get()
    tasks.send(letter.pk)
    server_is_away.undo()
    tasks.send(letter.pk)
    assert mail.outbox == []
    with time_machine.travel(timezone.now() + timedelta(seconds=70)):
        tasks.send(letter.pk)
        tasks.send(letter.pk)
    assert len(mail.outbox) == 1


def test_a_letter_is_given_up_after_most_of_a_day(server_is_away: Any) -> None:
    write("a@example.com", "Subject", "Text")
    letter, began = Letter.objects.get(), timezone.now()
    while letter.next_attempt_at:
        with time_machine.travel(letter.next_attempt_at):
            tasks.send(letter.pk)
        last, letter = letter.next_attempt_at, Letter.objects.get()
    assert letter.attempts == len(tasks.WAITS) + 1
    assert timedelta(hours=18) < last - began < timedelta(hours=24)


def test_what_a_letter_says_is_gone_once_it_was_sent_or_given_up(server_is_away: Any) -> None:
    for _each in range(2):
        write("a@example.com", "Subject", "A link to get in by")
    given_up, sent = Letter.objects.order_by("pk")
    Letter.objects.filter(pk=given_up.pk).update(attempts=len(tasks.WAITS))
    tasks.send(given_up.pk)
    tasks.send(sent.pk)
    assert [letter.text for letter in Letter.objects.order_by("pk")] == ["", "A link to get in by"]
    server_is_away.undo()
    with time_machine.travel(timezone.now() + timedelta(seconds=70)):
        tasks.send(sent.pk)
    assert [letter.text for letter in Letter.objects.all()] == ["", ""]


def test_a_letter_whose_sender_died_is_taken_up_by_another() -> None:
    write("a@example.com", "Subject", "Text")
    letter = Letter.objects.get()
    assert tasks.retries.claimed(Letter.objects.all(), letter.pk)  # and never heard of again
    tasks.send(letter.pk)
    assert mail.outbox == []
    with time_machine.travel(timezone.now() + tasks.retries.LEASE):
        tasks.send(letter.pk)
    assert len(mail.outbox) == 1


def test_old_letters_are_forgotten_and_those_that_wait_are_not() -> None:
    for _each in range(2):
        write("a@example.com", "Subject", "Text")
    tasks.send(Letter.objects.latest("pk").pk)
    with time_machine.travel(timezone.now() + tasks.KEPT + timedelta(days=1)):
        tasks.forget()
    assert Letter.objects.get().sent_at is None
