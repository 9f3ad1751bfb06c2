import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextField } from "#components/form/field.tsx";
import { Form } from "#components/form/form.tsx";
import type { FormHandle } from "#components/form/form-state.ts";

const handle: FormHandle = {
  ref: { current: null },
  pending: false,
  message: null,
  errors: {},
  clear: () => undefined,
  onSubmit: () => undefined,
};

test("a form that is sent before the page's script is there puts no password into the address", () => {
  const field = createElement(TextField, { name: "password", label: "Password", type: "password" });
  const html = renderToStaticMarkup(Form({ form: handle, label: "Sign up", children: field }));
  expect(html).toMatch(/^<form [^>]*method="post"/);
  expect(html).toContain('type="password"');
});
