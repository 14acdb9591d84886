"""Whether a tool changes anything, as far as its name tells. What a name does not plainly tell is a write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from veraz.text.fold import fold
from veraz.tools.names import name_in_words

_NAMESPACE = re.compile(r"__+|[./:]")  # orders.get, github/create_issue: what stands before is where the tool lives

# Verbs that open the name of a look-up.
_LOOK_UPS = frozenset(
    "browse calculate check compare compute count describe detect estimate explain fetch find forecast get has"
    " inspect is list look lookup measure monitor predict preview query quote read retrieve scan search show"
    " simulate summarize track validate verify view watch buscar calcular checar comparar conferir consultar contar"
    " descrever encontrar estimar exibir explicar lembrar ler listar localizar monitorar mostrar obter pesquisar"
    " prever procurar rastrear resumir simular validar ver verificar visualizar".split()
)

# Words that say that something changes, wherever they stand in a name.
_CHANGES = frozenset(
    "activate add append apply approve archive assign ban buy cancel checkin checkout clear close confirm create"
    " deactivate delete deny deploy destroy disable drop dispatch edit enable erase execute expire forward generate"
    " grant insert install invite kill launch merge modify move notify overwrite patch pay post publish purge push"
    " put reactivate reboot redeem register reject remove rename reopen replace reschedule reset resolve restart"
    " restore resubmit revoke rollback save send set shutdown start stop submit subscribe suspend swap sync"
    " terminate toggle transmit unassign unblock uninstall unlock unsubscribe update upgrade upload upsert void wipe"
    " withdraw write abrir acionar adicionar agendar alterar apagar aplicar aprovar arquivar ativar atualizar"
    " autorizar bloquear cadastrar cancelar cobrar comprar confirmar corrigir criar debitar deletar desativar"
    " desbloquear devolver editar emitir encerrar enviar escrever estornar excluir executar fechar gerar gravar"
    " incluir inserir liberar limpar mandar marcar modificar mover mudar negar pagar publicar reabrir reagendar"
    " reativar reembolsar registrar reiniciar rejeitar remarcar remover renovar reservar resetar restaurar revogar"
    " salvar solicitar suspender transferir trocar".split()
)

# Words that change something where a verb stands, and else name a thing: refund_card, get_refund.
_EITHER = frozenset(
    "allocate authorize block book bill call capture change charge claim comment commit copy credit debit deposit"
    " email escalate exchange export extend file fix flag fund handoff hold import issue lend link load lock log"
    " mail make mark message open order park pause pin ping print process promote purchase record refund release"
    " renew rent repair report request reserve resume retry return review run schedule share ship sign split switch"
    " tag text top transfer trade trigger turn use vote work".split()
)

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


@dataclass(frozen=True, slots=True)
class Guess:
    """What a name tells of its tool.

    :ivar plain: whether the name says so itself; where not, the tool is taken for a write to be safe.
    """

    write: bool
    plain: bool


@lru_cache(maxsize=4096)
def guess(name: str) -> Guess:
    """Tell whether a tool of this name changes anything: ``get_order`` does not, ``get_or_create_user`` does."""
    *spaces, own = [words for part in _NAMESPACE.split(name) if (words := fold(name_in_words(part)).split())] or [[""]]
    if not _CHANGES.isdisjoint(own[1:]) or any(not _CHANGES.isdisjoint(words) for words in spaces):
        return Guess(write=True, plain=own[0] in _LOOK_UPS | _CHANGES | _EITHER)
    if own[0] in _LOOK_UPS and not (own[0] == "check" and _AFTER_CHECK.intersection(own[1:2])):
        unread = [verb for verb in _joined(own) if verb not in _LOOK_UPS]
        return Guess(write=bool(unread), plain=_EITHER.issuperset(unread))
    if _is_fact(own):
        return Guess(write=False, plain=True)
    return Guess(write=True, plain=own[0] in _LOOK_UPS | _CHANGES | _EITHER)


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words that may be second verbs: those after "and" or "or", a plural aside, as verbs have none."""
    after = [(place, words[place + 1]) for place, word in enumerate(words[:-1]) if word in _JOINING]
    return [word for place, word in after if place == 1 or not word.endswith("s") or word.endswith("ss")]


def _is_fact(words: Sequence[str]) -> bool:
    return (words[-1] in _FACTS and _THINGS.issuperset(words[:-1])) or (
        words[0] in _FACTS and _THINGS.issuperset(words[1:])
    )


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
