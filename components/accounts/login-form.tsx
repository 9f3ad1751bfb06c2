"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ApiError, errorMessage, valuesWrong } from "#components/api-client.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { askPasskey, canUsePasskeys } from "./passkey.ts";
import { enter, signInWith, signInWithPasskey } from "./sign-in.ts";

/** Name and password; then, where the account has a second factor, its code, on the same page. Or a passkey alone. */
export function LoginForm({ next }: { next: string | null }) {
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    read: (data) => ({
      username: textOf(data, "username"),
      password: String(data.get("password") ?? ""),
      code: textOf(data, "code"),
    }),
    submit: async ({ username, password, code }) => {
      const outcome = await signInWith(username, password, code);
      if (outcome?.code === "needed") return "code";
      if (outcome?.code === "wrong") throw new ApiError(400, valuesWrong, { code: [outcome.refused] }, null);
      if (outcome) throw new ApiError(400, outcome.refused, {}, null);
      return "in";
    },
    done: (outcome) => (outcome === "in" ? enter(next) : setAsksCode(true)),
  });
  return (
    <div className="space-y-4 [&_[type=submit]]:w-full">
      <Form form={form} label="Log in">
        {/* Password managers and the next try need both fields, also while the code is asked for. */}
        <div className="space-y-4" hidden={asksCode}>
          <TextField
            name="username"
            label="Username or e-mail"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        {asksCode && (
          <TextField
            name="code"
            label="Code"
            hint="Six digits of your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
          />
        )}
        <FormEnd submit="Log in">
          {asksCode && (
            <Button look="ghost" onClick={() => setAsksCode(false)}>
              Back
            </Button>
          )}
        </FormEnd>
      </Form>
      <div aria-hidden="true" className="flex items-center gap-3 text-meta text-muted">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      <PasskeyLogin next={next} />
    </div>
  );
}

function PasskeyLogin({ next }: { next: string | null }) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const logIn = async (): Promise<void> => {
    setPending(true);
    setRefusal(null);
    try {
      if (!canUsePasskeys()) throw new ApiError(400, "This browser knows no passkeys.", {}, null);
      const outcome = await signInWithPasskey(await askPasskey());
      if (outcome) setRefusal(outcome.refused);
      else enter(next);
    } catch (error) {
      setRefusal(errorMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="space-y-3">
      <Button icon={KeyRound} pending={pending} onClick={logIn} className="w-full">
        Use a passkey
      </Button>
      {refusal && (
        <Callout tone="danger" live>
          {refusal}
        </Callout>
      )}
    </div>
  );
}
