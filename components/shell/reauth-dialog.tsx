"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { reauthenticate } from "#components/accounts/api.ts";
import { askPasskey, canUsePasskeys } from "#components/accounts/passkey.ts";
import { errorMessage } from "#components/api-client.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "./dialog.tsx";

/** Password or passkey, once more; good for two hours. */
export default function ReauthDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    read: (data) => ({ password: String(data.get("password") ?? "") }),
    submit: reauthenticate,
    done: () => onEnd(true),
  });
  const usePasskey = async (): Promise<void> => {
    setRefusal(null);
    try {
      await reauthenticate({ passkey: await askPasskey() });
      onEnd(true);
    } catch (error) {
      setRefusal(errorMessage(error));
    }
  };
  return (
    <Dialog
      title="Confirm that it is you"
      description="You logged in a while ago. This step needs a fresh proof, which is good for two hours."
      width="narrow"
      onClose={() => onEnd(false)}
    >
      <Form form={form} label="Confirm that it is you">
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
        />
        <FormEnd submit="Confirm">
          {canUsePasskeys() && (
            <Button icon={KeyRound} onClick={usePasskey}>
              Use a passkey
            </Button>
          )}
          <Button look="ghost" onClick={() => onEnd(false)}>
            Cancel
          </Button>
        </FormEnd>
      </Form>
      {refusal && (
        <Callout tone="danger" live>
          {refusal}
        </Callout>
      )}
    </Dialog>
  );
}
