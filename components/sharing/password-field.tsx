"use client";

import { Eye, EyeOff, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { TextField } from "#components/form/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";

/** The list of words is long, so it comes only to those who share by password. */
const makePassword = async (): Promise<string> =>
  (await import("#lib/sharing/rules/passwords.ts")).newPassword();

/** The password of a share, made of words unless somebody types another one. */
export function PasswordField({
  value,
  replacing,
  onChange,
}: {
  value: string;
  /** There is one already, which stays while this is empty. */
  replacing: boolean;
  onChange: (password: string) => void;
}) {
  const [shown, setShown] = useState(true);
  const report = useRef(onChange);
  report.current = onChange;
  const wanted = !replacing && value === "";
  const asked = useRef(false);
  useEffect(() => {
    if (!wanted || asked.current) return;
    asked.current = true;
    void makePassword().then((password) => report.current(password));
  }, [wanted]);
  return (
    <div className="space-y-2">
      <TextField
        name="password"
        label={replacing ? "New password" : "Password"}
        optional={replacing}
        hint={
          replacing
            ? "Empty keeps the one there is. With another one, people who are in now must type the new one."
            : "We show it once. Send it by another way than the link."
        }
        type={shown ? "text" : "password"}
        mono
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button small icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"} password
        </Button>
        <Button small icon={RefreshCw} onClick={async () => onChange(await makePassword())}>
          {value === "" ? "Make one" : "Regenerate"}
        </Button>
        {value !== "" && <CopyButton text={value} label="Copy password" />}
      </div>
    </div>
  );
}
