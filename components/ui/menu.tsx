"use client";

import {
  Content,
  Item,
  Label,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from "@radix-ui/react-dropdown-menu";
import { Check, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "#components/ui/link.tsx";

const row =
  "flex h-8 items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-subtle pointer-coarse:h-11";

/**
 * A menu below its trigger, inside the landmark of it; the rest of the page stays reachable. `defaultOpen` is for whoever loads it
 * only when it is asked for.
 */
export function Menu({
  trigger,
  children,
  defaultOpen = false,
  startsAtFirst = false,
  onOpenChange,
}: {
  trigger: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  /** Gives the first item the focus when the menu first opens; afterwards Radix knows whether keys are used. */
  startsAtFirst?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  const atFirst = useRef(startsAtFirst);
  const content = useRef<HTMLDivElement>(null);
  // Items may come later than the menu, which has the focus until then.
  const goToFirst = (): void => {
    const item = content.current?.querySelector<HTMLElement>("[role^=menuitem]");
    if (!atFirst.current || !item || document.activeElement !== content.current) return;
    atFirst.current = false;
    item.focus();
  };
  useEffect(goToFirst);
  return (
    <Root defaultOpen={defaultOpen} modal={false} {...(onOpenChange && { onOpenChange })}>
      <Trigger asChild>{trigger}</Trigger>
      <Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        ref={content}
        onFocus={goToFirst}
        className="z-50 min-w-52 rounded-card border bg-surface p-1 text-body shadow-float"
      >
        {children}
      </Content>
    </Root>
  );
}

export function MenuLink({
  href,
  icon: Icon,
  children,
}: {
  href: string;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <Item asChild className={row}>
      <Link href={href}>
        <Icon className="size-4 text-muted" aria-hidden="true" />
        {children}
      </Link>
    </Item>
  );
}

export function MenuAction({
  onSelect,
  icon: Icon,
  children,
}: {
  onSelect: () => void;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <Item className={row} onSelect={onSelect}>
      <Icon className="size-4 text-muted" aria-hidden="true" />
      {children}
    </Item>
  );
}

export function MenuChoice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string; icon: LucideIcon }[];
  onChange: (value: string) => void;
}) {
  return (
    <RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <Label className="px-2 pt-1.5 pb-1 text-tiny font-medium text-muted">{label}</Label>
      {options.map(({ value: option, label: name, icon: Icon }) => (
        <RadioItem key={option} value={option} className={row} onSelect={(event) => event.preventDefault()}>
          <Icon className="size-4 text-muted" aria-hidden="true" />
          <span className="flex-1">{name}</span>
          {option === value && <Check className="size-4 text-accent" aria-hidden="true" />}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export const MenuLine = () => <Separator className="my-1 h-px bg-border" />;

export const MenuHead = ({ children }: { children: ReactNode }) => (
  <Label className="px-2 py-1.5 text-meta text-muted">{children}</Label>
);
