"use client";

import { lazy, Suspense, useState } from "react";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Card } from "#components/ui/card.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { useRenewRecoveryCodes } from "../api.ts";

const Receipt = lazy(patiently(() => import("#components/shell/receipt.tsx")));

/** Shows new recovery codes the one time they can be shown; nothing when there are none. */
export function RecoveryReceipt({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  if (codes.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Receipt
        title="Recovery codes"
        description="Keep them where you keep what matters: each logs in once when your second factor is lost. They cannot be shown again."
        secretLabel="Recovery codes"
        secret={codes.join(" ")}
        onClose={onClose}
      >
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-code">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Receipt>
    </Suspense>
  );
}

/** How many are left, and new ones in their place. */
export function RecoveryCodes({ left }: { left: number }) {
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Card title="Recovery codes" description="They log you in when your app or passkey is lost.">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{left === 0 ? "None left." : `${left} of 10 left.`}</p>
        <ConfirmButton
          question={{
            title: "Make new recovery codes",
            consequences: <p>The codes you have now stop working.</p>,
            keep: "Keep the old ones",
            verb: "Make new codes",
            act: async () => setCodes((await renew.mutateAsync(undefined)).recovery_codes),
          }}
        >
          Make new codes
        </ConfirmButton>
      </div>
      <RecoveryReceipt codes={codes} onClose={() => setCodes([])} />
    </Card>
  );
}
