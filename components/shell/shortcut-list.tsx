"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";
import { Keys } from "./keys.tsx";
import { otherKeysHere, shortcutsHere } from "./shortcuts.ts";

/** The keys that work on this page. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const [here] = useState(() => [...shortcutsHere(), ...otherKeysHere()]);
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="What works on this page. Single keys can be switched off in your preferences."
      width="medium"
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        {here.map(({ keys, name }) => (
          <div key={keys} className="contents">
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd className="break-words">{name}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end">
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
