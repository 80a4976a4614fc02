"use strict";
// Asks who sits there, gets a ticket for the socket, and starts the terminal.
// The name lives as long as the tab, so that a reload opens the same reviewer's desk again.

const KEPT = "adjudge-reviewer";

// Nothing in an item opens a page: neither the terminal's links nor a message from the desk.
window.open = () => null;

const by = (id) => document.getElementById(id);

async function begin(name) {
  let answer;
  try {
    const reply = await fetch("/begin", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ reviewer: name }),
    });
    answer = await reply.json();
  } catch {
    answer = { problem: "…" };
  }
  if (!answer.socket) {
    ask(name, answer.problem);
    return;
  }
  sessionStorage.setItem(KEPT, name);
  by("who").hidden = true;
  await show(answer.socket);
}

function ask(name, problem) {
  by("who").hidden = false;
  by("problem").textContent = problem || "";
  // A desk for one reviewer has no name to ask for: the button tries again.
  const fixed = document.body.dataset.asked === "";
  by("name").hidden = by("name").disabled = fixed;
  document.querySelector("label").hidden = fixed;
  by("name").value = name || by("name").value;
  by("name").focus();
}

async function show(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const terminal = document.createElement("div");
  terminal.className = "textual-terminal";
  terminal.id = "terminal";
  terminal.dataset.sessionWebsocketUrl = scheme + "//" + location.host + path;
  terminal.dataset.fontSize = "16";
  by("place").replaceChildren(terminal);
  // A terminal that is measured before its font is there has cells of another size.
  await document.fonts.load('16px "Roboto Mono"').catch(() => {});
  const script = document.createElement("script");
  script.src = "/static/textual.js";
  script.onload = () => {
    window.onload(new Event("load"));
    terminal.querySelector("textarea")?.focus();
  };
  document.body.append(script);
}

window.addEventListener("load", () => {
  by("who").addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = document.body.dataset.asked !== "";
    begin(asked ? by("name").value : document.body.dataset.reviewer);
  });
  by("again").addEventListener("click", () => location.reload());
  by("other").hidden = document.body.dataset.asked === "";
  by("other").addEventListener("click", () => {
    sessionStorage.removeItem(KEPT);
    location.reload();
  });
  const name = document.body.dataset.reviewer || sessionStorage.getItem(KEPT);
  if (name) begin(name);
  else ask("", "");
});
