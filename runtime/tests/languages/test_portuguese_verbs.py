"""Portuguese verb forms, folded."""

import pytest

from veraz.languages.base import Form, Inflection
from veraz.languages.pt_br import inflect

# verb: eu now, eu past, ele past, the subjunctive, the participle
VERBS = {
    "aplicar": "aplico apliquei aplicou aplique aplicado",
    "cancelar": "cancelo cancelei cancelou cancele cancelado",
    "começar": "comeco comecei comecou comece comecado",
    "concluir": "concluo conclui concluiu conclua concluido",
    "conseguir": "consigo consegui conseguiu consiga conseguido",
    "corrigir": "corrijo corrigi corrigiu corrija corrigido",
    "dar": "dou dei deu de dado",
    "descobrir": "descubro descobri descobriu descubra descoberto",
    "despedir": "despeco despedi despediu despeca despedido",
    "devolver": "devolvo devolvi devolveu devolva devolvido",
    "dizer": "digo disse disse diga dito",
    "dormir": "durmo dormi dormiu durma dormido",
    "enviar": "envio enviei enviou envie enviado",
    "escrever": "escrevo escrevi escreveu escreva escrito",
    "estar": "estou estive esteve esteja estado",
    "fazer": "faco fiz fez faca feito",
    "fugir": "fujo fugi fugiu fuja fugido",
    "incendiar": "incendeio incendiei incendiou incendeie incendiado",
    "ir": "vou fui foi va ido",
    "ler": "leio li leu leia lido",
    "medir": "meco medi mediu meca medido",
    "odiar": "odeio odiei odiou odeie odiado",
    "ouvir": "ouco ouvi ouviu ouca ouvido",
    "pagar": "pago paguei pagou pague pago",
    "pôr": "ponho pus pos ponha posto",
    "preferir": "prefiro preferi preferiu prefira preferido",
    "propor": "proponho propus propos proponha proposto",
    "proteger": "protejo protegi protegeu proteja protegido",
    "refazer": "refaco refiz refez refaca refeito",
    "rever": "revejo revi reviu reveja revisto",
    "saber": "sei soube soube saiba sabido",
    "ser": "sou fui foi seja sido",
    "sortear": "sorteio sorteei sorteou sorteie sorteado",
    "submeter": "submeto submeti submeteu submeta submetido",
    "ter": "tenho tive teve tenha tido",
    "obter": "obtenho obtive obteve obtenha obtido",
    "intervir": "intervenho intervim interveio intervenha intervindo",
    "traduzir": "traduzo traduzi traduziu traduza traduzido",
    "trazer": "trago trouxe trouxe traga trazido",
}


def forms_of(verb: str) -> dict[str, set[tuple[str, int]]]:
    return {
        form: {(found.form.value, found.person) for found in all_found} for form, all_found in inflect(verb).items()
    }


@pytest.mark.parametrize("verb", VERBS)
def test_the_principal_parts_of_a_verb(verb: str) -> None:
    present, first, third, subjunctive, participle = VERBS[verb].split()
    forms = forms_of(verb)
    assert ("present", 1) in forms[present]
    assert ("past", 1) in forms[first]
    assert ("past", 3) in forms[third]
    assert ("subjunctive", 0) in forms[subjunctive]
    assert ("participle", 0) in forms[participle]


def test_what_money_does_is_told_in_the_present_and_what_the_agent_did_in_the_past() -> None:
    assert forms_of("cair")["cai"] == {("present", 3)}
    assert forms_of("incluir")["inclui"] == {("present", 3), ("past", 1)}


def test_the_forms_of_a_regular_verb() -> None:
    forms = forms_of("estornar")
    assert forms["estornaram"] == {("past", 3)}
    assert forms["estornaremos"] == {("future", 1)}
    assert forms["estornarao"] == {("future", 3)}
    assert forms["estornava"] == {("imperfect", 0)}
    assert forms["estornariam"] == {("conditional", 3)}
    assert forms["estornassemos"] == {("subjunctive", 1)}
    assert forms["estornando"] == {("gerund", 0)}
    assert {"estornado", "estornada", "estornados", "estornadas"} <= set(forms)


def test_what_folding_makes_one_is_given_as_the_future_alone() -> None:
    assert forms_of("estornar")["estornara"] == {("future", 3)}
    assert forms_of("fazer")["fizera"] == {("imperfect", 0)}


def test_past_and_present_of_we_are_one_form() -> None:
    assert forms_of("cancelar")["cancelamos"] == {("past", 1), ("present", 1)}
    assert forms_of("fazer")["fizemos"] == {("past", 1)}


def test_imperatives_are_the_forms_they_coincide_with() -> None:
    forms = forms_of("cancelar")
    assert ("subjunctive", 0) in forms["cancele"]
    assert forms["cancela"] == {("present", 3)}


@pytest.mark.parametrize(
    ("verb", "participles"),
    [
        ("pagar", "pago paga pagado"),
        ("aceitar", "aceito aceitas aceitado"),
        ("entregar", "entregue entregues entregado"),
        ("imprimir", "impressa imprimida"),
        ("suspender", "suspensos suspendido"),
        ("isentar", "isenta isentado"),
        ("pegar", "pego pegado"),
    ],
)
def test_a_verb_with_two_participles_has_both(verb: str, participles: str) -> None:
    forms = forms_of(verb)
    assert all(("participle", 0) in forms[participle] for participle in participles.split())


def test_a_pronoun_after_the_infinitive_leaves_it_an_infinitive() -> None:
    assert forms_of("cancelar")["cancela-lo"] == {("base", 0)}
    assert forms_of("devolver")["devolve-las"] == {("base", 0)}


def test_what_was_done_may_carry_a_pronoun() -> None:
    for verb, form in (("cancelar", "cancelei-o"), ("cancelar", "cancelamo-lo"), ("fazer", "fiz-lhe")):
        assert forms_of(verb)[form] == {("past", 1)}


@pytest.mark.parametrize(
    ("written", "plain"),
    [("pôr", "por"), ("começar", "comecar"), ("Cancelar", "cancelar"), ("cadastrar-se", "cadastrar"), (" ir ", "ir")],
)
def test_accents_case_and_the_reflexive_pronoun_are_optional(written: str, plain: str) -> None:
    assert inflect(written) == inflect(plain)


def test_a_decomposed_cedilla_is_a_cedilla() -> None:
    assert inflect("avanc\u0327ar") == inflect("avançar")


def test_a_hyphenated_verb_is_inflected_in_its_last_part() -> None:
    assert forms_of("pré-aprovar")["pre-aprovei"] == {("past", 1)}


@pytest.mark.parametrize("word", ["refund", "card", "x"])
def test_a_word_that_is_no_infinitive_has_itself_as_its_only_form(word: str) -> None:
    assert inflect(word) == {word: {Inflection(Form.BASE)}}


def test_nothing_has_no_forms() -> None:
    assert inflect("") == {}


@pytest.mark.parametrize("short", ["ar", "er", "ir", "por", "or", "r"])
def test_an_ending_alone_does_not_break_the_inflector(short: str) -> None:
    assert Inflection(Form.BASE) in inflect(short)[short]
