"use client";

import { useState } from "react";

/**
 * For dialogs that are drawn when they are wanted and so have no trigger of their own: gives the focus back to what had it before,
 * or to the page's heading when that is gone. Goes into `onCloseAutoFocus`.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected && opener !== document.body ? opener : document.querySelector("h1");
    if (target instanceof HTMLElement) target.focus();
  };
}
