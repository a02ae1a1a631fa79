import { useState } from 'react';

/**
 * For `onCloseAutoFocus`: the focus goes back to whatever had it when the surface opened. Radix gives it to a trigger of its
 * own, and a surface that is opened by its `open` alone has none.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const [opened, setOpened] = useState<{ open: boolean; from: Element | null }>({ open: false, from: null });
  if (opened.open !== open) setOpened({ open, from: open ? document.activeElement : opened.from });
  return (event) => {
    event.preventDefault();
    if (opened.from instanceof HTMLElement && opened.from.isConnected) opened.from.focus();
  };
}
