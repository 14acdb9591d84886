"""Whether a tool changes anything, as far as its name tells. What a name does not plainly tell is a write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from veraz.text.fold import fold
from veraz.tools.names import name_in_words

_NAMESPACE = re.compile(r"__+|[./:]")  # orders.get, github/create_issue: what stands before is where the tool lives

# Verbs that open the name of a look-up.
_LOOK_UPS = frozenset(
    "analyze browse calculate check classify compare compute count describe detect estimate explain fetch find"
    " forecast get has inspect is list look lookup measure monitor predict preview query quote read recommend"
    " retrieve scan search show simulate suggest summarize track translate validate verify view watch analisar"
    " buscar calcular checar comparar conferir consultar contar descrever encontrar estimar exibir explicar"
    " lembrar ler listar localizar monitorar mostrar obter pesquisar prever procurar rastrear recomendar resumir"
    " simular sugerir traduzir validar ver verificar visualizar".split()
)

# Words that say that something changes, wherever they stand in a name.
_CHANGES = frozenset(
    "activate add append apply approve assign cancel confirm create deactivate delete deny deploy destroy disable"
    " enable erase execute expire generate insert modify notify overwrite publish purge put reactivate redeem"
    " reject remove rename reopen replace reschedule resolve restore resubmit revoke send submit subscribe suspend"
    " terminate toggle transmit unassign unblock uninstall unlock unsubscribe upsert void wipe withdraw abrir"
    " acionar adicionar agendar alterar apagar aplicar aprovar arquivar ativar atualizar autorizar bloquear"
    " cadastrar cancelar cobrar comprar confirmar corrigir criar debitar deletar desativar desbloquear devolver"
    " editar emitir encerrar enviar escrever estornar excluir executar fechar gerar gravar incluir inserir liberar"
    " limpar mandar marcar modificar mover mudar negar pagar publicar reabrir reagendar reativar reembolsar"
    " registrar reiniciar rejeitar remarcar remover renovar reservar resetar restaurar revogar salvar solicitar"
    " suspender transferir trocar".split()
)

# Words that change something where a verb stands, and else name a thing: refund_card, get_refund.
_EITHER = frozenset(
    "allocate archive authorize ban bill block book buy call capture change charge checkin checkout claim clear"
    " close comment commit copy credit debit deposit dispatch drop edit email escalate exchange export extend file"
    " fix flag forward fund grant handoff hold import install invite issue kill launch lend link load lock log"
    " mail make mark merge message move open order park patch pause pay pin ping post print process promote"
    " purchase push reboot record refund register release renew rent repair report request reserve reset restart"
    " resume retry return review rollback run save schedule set share ship shutdown sign split start stop swap"
    " switch sync tag text top trade transfer trigger turn update upgrade upload use vote work write".split()
)

_OPENING = _CHANGES | _EITHER
_JOINING = frozenset("and or then plus e ou depois".split())
_AFTER_CHECK = frozenset("in out off".split())  # check_in_guest is no check

# Names with no verb: order_status, saldo_conta.
_THINGS = frozenset(
    "account bank booking card cart customer delivery flight invoice loan order parcel payment product reservation"
    " service shipment shipping stock stocks store subscription system ticket user vehicle weather bancario cartao"
    " cliente clima compra conta da de do encomenda entrega fatura loja pagamento pedido produto reserva"
    " usuario voo".split()
)
_FACTS = frozenset(
    "availability balance details forecast history info information location overview price prices quote schedule"
    " statistics stats status summary weather clima detalhes disponibilidade extrato historico informacoes"
    " localizacao preco precos previsao resumo saldo situacao".split()
)


class Guess(NamedTuple):
    """What a name tells of its tool.

    :ivar plain: whether the name says so itself; where not, the tool is taken for a write to be safe.
    """

    write: bool
    plain: bool


@lru_cache(maxsize=4096)
def guess(name: str) -> Guess:
    """Tell whether a tool of this name changes anything: ``get_order`` does not, ``get_or_create_user`` does."""
    spaces = [words for part in _NAMESPACE.split(name) if (words := fold(name_in_words(part)).split())]
    own = spaces[-1] if spaces else [""]
    if any(not _CHANGES.isdisjoint(words) for words in spaces):
        return Guess(write=True, plain=own[0] in _OPENING or not _CHANGES.isdisjoint(_joined(own)))
    if own[0] in _LOOK_UPS and not (own[0] == "check" and _AFTER_CHECK.intersection(own[1:2])):
        unread = [verb for verb in _joined(own) if verb not in _LOOK_UPS]
        return Guess(write=bool(unread), plain=_EITHER.issuperset(unread))
    reads = _is_fact(own)
    return Guess(write=not reads, plain=reads or own[0] in _OPENING or own[0] == "check")


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words that may be second verbs: those after "and" or "or", a plural aside, as verbs have none."""
    after = [(place, words[place + 1]) for place, word in enumerate(words[:-1]) if word in _JOINING]
    return [word for place, word in after if place == 1 or not word.endswith("s") or word.endswith("ss")]


def _is_fact(words: Sequence[str]) -> bool:
    """Tell whether a name has no verb, and names what is to be known of a thing: ``order_status``, ``saldo_conta``."""
    if words[-1] in _FACTS and _THINGS.issuperset(words[:-1]):
        return words[0] not in _EITHER or len(words) > 1
    return words[0] in _FACTS - _EITHER and _THINGS.issuperset(words[1:])


def writes_by_name(name: str) -> bool:
    """Tell whether a tool that does not say is taken for a write; a name that does not tell either is warned about."""
    found = guess(name)
    if not found.plain:
        _warn(name)
    return found.write


@lru_cache(maxsize=4096)  # once for each name
def _warn(name: str) -> None:
    import logging

    logging.getLogger("veraz.tools").warning(
        "tool %r: its name does not tell whether it changes anything, and it is taken to; say so with @tool(write=…)",
        name,
    )
