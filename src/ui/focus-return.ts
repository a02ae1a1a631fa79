import { useState } from 'react';

interface Opened {
  open: boolean;
  from: Element | null;
  /** The part of the page that `from` stands in. */
  part: HTMLElement | null;
}

/**
 * For `onCloseAutoFocus`: the focus goes back to whatever had it when the surface opened, or to the part of the page that it
 * stood in, where the act has taken it away. Radix gives it to a trigger of its own, and a surface that is opened by its
 * `open` alone has none.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const [opened, setOpened] = useState<Opened>({ open: false, from: null, part: null });
  if (opened.open !== open) {
    const from = open ? document.activeElement : opened.from;
    setOpened({ open, from, part: open ? (from?.closest<HTMLElement>('section, main') ?? null) : opened.part });
  }
  return (event) => {
    event.preventDefault();
    const { from, part } = opened;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) return from.focus();
    const left = part?.isConnected ? part : document.getElementById('main');
    if (!left) return;
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  };
}
