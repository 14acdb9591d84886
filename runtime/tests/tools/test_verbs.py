import logging

import pytest

from veraz.tools import Tool
from veraz.tools.verbs import guess

READS = """
    get_order ListOrders isActive look_up_order search_flights consultar_pedido check_status calculate_tax track_parcel
    estimate_cost validate_coupon preview_invoice compare_plans ver_pedido verificar_saldo calcular_frete
    verificar_código order_status weather_forecast status_pedido saldo_conta orders.get orders/list github/get_issue
    crm.getOrder mcp__stripe__list_charges get_refund_status list_updates
    get_terms_and_conditions list_orders_and_returns buscar_voos_e_hoteis
    get_post get_last_update get_start_date check_update weather
""".split()
WRITES = """
    refund_card getaway órgão execute_sql order_pizza book_status get_or_create_user getOrCreateUser read_and_purge
    find_or_create_customer fetch_and_charge list_and_delete view_or_cancel find_and_replace get_user_and_charge
    get_and_zorp fetch_then_delete buscar_ou_criar consultar_e_cancelar crm.getOrCreate github/create_issue
    mcp__stripe__create_refund payments/refund stripe_create_refund delete.status check_in_guest check_out
    schedule schedule_delivery update_order get_delete_token
""".split()


@pytest.mark.parametrize("name", READS)
def test_a_name_that_plainly_looks_something_up_is_a_read(name: str) -> None:
    assert Tool.of({"name": name}).write is False


@pytest.mark.parametrize("name", WRITES)
def test_a_name_that_changes_anything_or_does_not_tell_is_a_write(name: str) -> None:
    assert Tool.of({"name": name}).write is True


@pytest.mark.parametrize("name", ["zorp_order", "stripe_create_refund", "get_and_zorp", "órgão", "get_delete_token"])
def test_a_name_that_does_not_tell_is_warned_about_once(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "veraz.tools"):
        for _ in range(2):
            Tool.of({"name": f"{name}_now"})
    (record,) = caplog.records
    assert f"{name}_now" in record.getMessage()
    assert "write=" in record.getMessage()


@pytest.mark.parametrize("name", ["get_order", "refund_card", "get_or_create_user", "cancelar_pedido", "order_status"])
def test_a_name_that_tells_is_not_warned_about(name: str) -> None:
    assert guess(name).plain


def test_a_tool_that_says_whether_it_writes_is_not_warned_about(caplog: pytest.LogCaptureFixture) -> None:
    Tool.of({"name": "zorp_it", "write": True})
    assert not caplog.records
