// What forms and links cannot do by themselves: keys, and where the focus goes when a part of the page is swapped.
// Every page works without it. A template marks: data-search (a control `/` goes to), data-row (a row for `j` and `k`),
// data-edit (in a row, the link `e` follows), data-save (a form Ctrl+S sends; never one that publishes), data-focus (what
// is new after a swap), data-shortcuts (a button that shows the keys).
"use strict";

(() => {
  const first = (selector, within = document) => within.querySelector(selector);

  const typing = (target) => target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);

  function moveRow(step) {
    const rows = [...document.querySelectorAll("[data-row]")];
    const at = rows.indexOf(document.activeElement?.closest("[data-row]"));
    const next = at < 0 ? rows[step > 0 ? 0 : rows.length - 1] : rows[at + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  const keys = {
    "/": () => { const search = first("[data-search]"); search?.focus(); search?.select?.(); },
    j: () => moveRow(1),
    k: () => moveRow(-1),
    e: () => first("[data-edit]", document.activeElement?.closest("[data-row]") ?? document.createElement("i"))?.click(),
    "?": () => first("#shortcuts")?.showModal(),
  };

  function save(event) {
    const form = document.activeElement?.closest("form[data-save]") ?? first("form[data-save]");
    if (!form) return;
    event.preventDefault();
    form.requestSubmit(first("[data-save-button]", form) ?? undefined);
  }

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") return save(event);
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || first("dialog[open]")) return;
    if (document.documentElement.dataset.keys === "off" || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-shortcuts]")) keys["?"]();
  });

  function focusNew(part) {
    const target = first("[aria-invalid='true']", part) ?? (part.matches("[data-focus]") ? part : first("[data-focus]", part));
    if (!target) return;
    if (target.tabIndex < 0) target.setAttribute("tabindex", "-1");
    target.focus();
  }

  // A swap the reader asked for by sending a form moves the focus; one that follows their typing must not.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.requestConfig?.verb !== "get") focusNew(event.detail.elt);
  });
})();
