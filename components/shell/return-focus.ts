"use client";

import { useState } from "react";

/** What had the focus before the dialog that opened last: one that takes its place gives the focus back there. */
let beneath: Element | null = null;

/** Where the focus goes when the dialog that is open closes, because what it was opened from goes with what was done. */
let instead: (() => void) | null = null;
export const returnTo = (go: () => void): void => {
  instead = go;
};

/** What was done in a dialog may take away what it was opened from, as late as this. */
const afterwardsMs = 250;

const heading = (): HTMLElement | null => document.querySelector("h1");

/** The button of the menu that a choice was made in, which is gone by the time the focus comes back; else the element itself. */
function stays(element: Element | null): Element | null {
  const button = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : element;
}

const isUsable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body;

/**
 * For dialogs that are drawn when they are wanted and so have no trigger of their own: gives the focus back to what had it before,
 * or to the page's heading when that is gone. Goes into `onCloseAutoFocus`.
 */
export function useReturnFocus(): (event: Event) => void {
  const [openers] = useState(() => {
    const opener = stays(document.activeElement);
    const earlier = opener?.closest("[role=dialog], [role=alertdialog]") ? beneath : null;
    beneath = earlier ?? opener;
    return [opener, earlier];
  });
  return (event) => {
    event.preventDefault();
    const go = instead;
    instead = null;
    if (go) {
      go();
      return;
    }
    const target = openers.find(isUsable) ?? heading();
    target?.focus();
    setTimeout(() => {
      if (document.activeElement === document.body) heading()?.focus();
    }, afterwardsMs);
  };
}
