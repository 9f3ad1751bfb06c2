import type { Operation } from "./_operations.ts";

/**
 * What the page of the root does in the browser. It is sent as its own text, so it may use nothing from outside. Whatever was
 * typed or answered is written as text, never as HTML.
 */
export function runConsole(): void {
  const find = <T extends HTMLElement>(id: string, kind: new () => T): T => {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new Error(`#${id} is missing.`);
    return found;
  };
  const operations = new Map<string, Operation>(
    JSON.parse(find("operations", HTMLScriptElement).text).map((one: Operation) => [one.id, one]),
  );
  const form = find("request", HTMLFormElement);
  const fields = find("fields", HTMLDivElement);
  const body = find("body", HTMLTextAreaElement);
  const answer = find("answer", HTMLElement);
  /** Parts of paths stay from one request to the next: most people look at one project. */
  const typed = new Map<string, string>();
  let chosen: Operation | undefined;

  function narrow(): void {
    const words = find("filter", HTMLInputElement).value.toLowerCase().split(/\s+/);
    for (const group of document.querySelectorAll<HTMLElement>("nav div")) {
      const entries = [...group.querySelectorAll("li")];
      for (const entry of entries) {
        const text = (entry.textContent ?? "").toLowerCase();
        entry.hidden = !words.every((word) => text.includes(word));
      }
      group.hidden = entries.every((entry) => entry.hidden);
    }
    find("none", HTMLElement).hidden = document.querySelector("nav div:not([hidden])") !== null;
  }

  function addField(place: string, name: string): void {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.textContent = place === "path" ? name : `?${name}`;
    input.name = name;
    input.dataset.place = place;
    input.required = place === "path";
    if (place === "path") input.value = typed.get(name) ?? "";
    input.autocomplete = "off";
    input.spellcheck = false;
    label.append(input);
    fields.append(label);
  }

  function choose(): void {
    const next = operations.get(location.hash.slice(1));
    if (!next) return;
    chosen = next;
    form.hidden = false;
    answer.hidden = true;
    find("method", HTMLElement).textContent = next.method;
    find("path", HTMLElement).textContent = next.path;
    find("summary", HTMLElement).textContent = next.summary;
    for (const { name, value } of fields.querySelectorAll<HTMLInputElement>("[data-place=path]")) {
      typed.set(name, value);
    }
    fields.replaceChildren();
    for (const name of next.inPath) addField("path", name);
    for (const name of next.inQuery) addField("query", name);
    find("body-field", HTMLDivElement).hidden = next.body === null;
    body.value = next.body ?? "";
    find("may-hold", HTMLElement).textContent = next.mayHold.join(", ");
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("href") === location.hash) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    form.scrollIntoView({ block: "nearest" });
    (fields.querySelector("input") ?? find("send", HTMLButtonElement)).focus({ preventScroll: true });
  }

  function address(operation: Operation): string {
    let path = operation.path;
    const query = new URLSearchParams();
    for (const input of fields.querySelectorAll("input")) {
      const { place } = input.dataset;
      // An alias may have several parts; every other slash belongs to the value.
      const value = input.value
        .split("/")
        .map(encodeURIComponent)
        .join(input.name === "alias" ? "/" : "%2F");
      if (place === "path") path = path.replace(`{${input.name}}`, value);
      else if (input.value !== "") query.set(input.name, input.value);
    }
    return query.size > 0 ? `${path}?${query}` : path;
  }

  async function send(operation: Operation): Promise<void> {
    const headers = new Headers({ Accept: "application/json; indent=2" });
    const token = find("token", HTMLInputElement).value.trim();
    if (token !== "") headers.set("Authorization", `Token ${token}`);
    if (operation.body !== null) headers.set("Content-Type", "application/json");
    const target = address(operation);
    const status = find("status", HTMLElement);
    status.textContent = `${operation.method} ${target} …`;
    answer.hidden = false;
    try {
      const response = await fetch(target, {
        method: operation.method,
        headers,
        ...(operation.body !== null && { body: body.value }),
      });
      status.textContent = `${response.status} ${response.statusText}`;
      status.dataset.ok = String(response.ok);
      find("headers", HTMLElement).textContent = [...response.headers]
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n");
      find("answer-body", HTMLElement).textContent = (await response.text()) || "(no body)";
    } catch (error) {
      status.dataset.ok = "false";
      status.textContent = error instanceof Error ? error.message : "The request could not be sent.";
    }
    answer.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen) void send(chosen);
  });
  find("filter", HTMLInputElement).addEventListener("input", narrow);
  addEventListener("hashchange", choose);
  choose();
}
