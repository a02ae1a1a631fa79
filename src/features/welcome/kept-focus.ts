import { useLayoutEffect } from 'react';

/*
 * The live page may replace the prerendered one at the first key press. If the focus has moved by then, it is restored
 * on the same link of the live page.
 */
let kept: { stop: number; text: string | null } | null = null;

/** Focusable elements in tab order: the same on both pages. */
const stops = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#root :is(a[href], button)')];

function note(): void {
  const { activeElement } = document;
  const stop = stops().findIndex((element) => element === activeElement);
  kept = stop < 0 ? null : { stop, text: activeElement?.textContent ?? null };
}

export function noteFocus(): void {
  note();
  document.addEventListener('focusin', note);
}

export function useKeptFocus(): void {
  useLayoutEffect(() => {
    document.removeEventListener('focusin', note);
    const same = kept ? stops()[kept.stop] : undefined;
    if (same && same.textContent === kept?.text && document.activeElement === document.body)
      same.focus({ preventScroll: true });
    kept = null;
  }, []);
}
