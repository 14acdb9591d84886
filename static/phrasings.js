// The editor. Each placeholder becomes a button that puts itself in at the caret of the text last written in; without
// this file they are still there to be read and typed. A text is marked as soon as its check finds an error. When the
// session ends while someone writes, what they typed waits in this tab until they are back from signing in.
"use strict";

(() => {
  const texts = [...document.querySelectorAll("textarea[name^='text.']")];
  let last = texts[0];
  if (!last || last.readOnly) return;

  function insert(placeholder) {
    last.focus();
    last.setRangeText(placeholder, last.selectionStart, last.selectionEnd, "end");
    last.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const waiting = `typed ${location.pathname}`;
  const fields = [...last.form.querySelectorAll("[name^='text.'], [name^='revision.']")];

  function keep() {
    sessionStorage.setItem(waiting, JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field.value]))));
  }

  function bringBack() {
    const typed = JSON.parse(sessionStorage.getItem(waiting) ?? "{}");
    sessionStorage.removeItem(waiting);
    const kept = fields.filter((field) => Object.hasOwn(typed, field.name));
    kept.forEach((field) => { field.value = typed[field.name]; });
    if (kept.length) last.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) keep();
  });
  document.addEventListener("DOMContentLoaded", bringBack);

  texts.forEach((text) => text.addEventListener("focus", () => { last = text; }));
  document.addEventListener("htmx:afterSettle", () => texts.forEach((text) => {
    const found = document.getElementById(text.getAttribute("aria-describedby").split(" ")[0]);
    text.setAttribute("aria-invalid", String(found.querySelector(".error") !== null));
  }));
  document.querySelectorAll("[data-insert]").forEach((chip) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = chip.className;
    button.textContent = chip.textContent;
    button.addEventListener("click", () => insert(button.textContent));
    chip.replaceWith(button);
  });
})();
