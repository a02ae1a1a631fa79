import { useState } from 'react';

interface Opened {
  open: boolean;
  from: Element | null;
  /** The ancestors of `from`, the innermost first. */
  parts: readonly HTMLElement[];
}

/**
 * For `onCloseAutoFocus`: the focus returns to the element that had it when the surface opened, or, if the action
 * removed it, to its nearest ancestor on the page. Radix focuses its own trigger, and a surface opened by `open` alone
 * has none.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const [opened, setOpened] = useState<Opened>({ open: false, from: null, parts: [] });
  if (opened.open !== open) {
    const from = open ? document.activeElement : opened.from;
    setOpened({ open, from, parts: open ? partsAround(from) : opened.parts });
  }
  return (event) => {
    event.preventDefault();
    const { from, parts } = opened;
    // If another dialog opened instead, it keeps the focus: moved away and back, its first field would count as left
    // empty.
    const next = document.querySelector('[role=dialog][data-state=open]');
    if (next && !(from && next.contains(from))) return;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) return from.focus();
    const left = parts.find((part) => part.isConnected) ?? document.getElementById('main');
    if (!left) return;
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  };
}

function partsAround(element: Element | null): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element?.closest<HTMLElement>(PARTS); part; part = part.parentElement?.closest<HTMLElement>(PARTS))
    parts.push(part);
  return parts;
}
const PARTS = 'section, [role=group], main';
