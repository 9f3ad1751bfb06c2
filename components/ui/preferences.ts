"use client";

import { createContext, useContext } from "react";

/** How the person looking wants things that components decide; the rest stands on `<html>` and is styled. */
export type Wishes = {
  /** The exact time everywhere instead of “3 min ago”. */
  absoluteTimes: boolean;
  timeZone: string;
  /** Single keys are shortcuts (WCAG 2.1.4 wants a way to switch them off). */
  singleKeys: boolean;
};

export const usualWishes: Wishes = { absoluteTimes: false, timeZone: "UTC", singleKeys: true };

const WishesContext = createContext<Wishes>(usualWishes);
export const WishesProvider = WishesContext.Provider;
export const useWishes = (): Wishes => useContext(WishesContext);
