"use client";

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Dialog } from "./dialog.tsx";

/**
 * Shows a secret the one time it can be shown. Escape and a press outside do nothing until it was copied; leaving without
 * copying is a button of its own.
 */
export default function Receipt({
  title,
  description,
  secretLabel,
  secret,
  children,
  onClose,
}: {
  title: string;
  description: ReactNode;
  secretLabel: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const [copied, setCopied] = useState(false);
  return (
    <Dialog title={title} description={description} stays={!copied} onClose={onClose}>
      <CopyField label={secretLabel} value={secret} onCopied={() => setCopied(true)} />
      {children}
      <div className="flex justify-end">
        <Button look={copied ? "primary" : "ghost"} onClick={onClose}>
          {copied ? "Done" : "Close without copying"}
        </Button>
      </div>
    </Dialog>
  );
}
