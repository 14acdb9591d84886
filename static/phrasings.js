// The editor. Each placeholder becomes a button that puts itself in at the caret of the text last written in; without
// this file they are still there to be read and typed. A text is marked as soon as its check finds an error.
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
