import type { FormTexts } from "./three-way.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

const named = (form: HTMLFormElement, name: string): Control[] =>
  [...form.elements].filter(isControl).filter((control) => control.name === name);

/** What stands in the controls of these names; a box that is not ticked, and a choice not made, count as empty. */
export function textsIn(form: HTMLFormElement, names: readonly string[]): FormTexts {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "").trim()]));
}

/** Puts a value where a person would have put it: components that follow their control learn of it, too. */
export function setControl(form: HTMLFormElement, name: string, value: string): void {
  for (const control of named(form, name)) {
    if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
      if (control.checked !== (control.value === value)) control.click();
      continue;
    }
    // React overrides the property on the element itself to know what it wrote; that of the prototype is the browser's.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
    );
  }
}
