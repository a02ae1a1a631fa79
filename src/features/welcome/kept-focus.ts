import { useLayoutEffect } from 'react';

/*
 * The page that was rendered beforehand gives way to the live one at the first touch of the keyboard, perhaps. Whoever has
 * moved the focus by then finds it on the same link of the live page.
 */
let kept: { stop: number; says: string | null } | null = null;

/** What Tab meets, in its order: the same on both pages. */
const stops = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#root :is(a[href], button)')];

function note(): void {
  const { activeElement } = document;
  const stop = stops().findIndex((element) => element === activeElement);
  kept = stop < 0 ? null : { stop, says: activeElement?.textContent ?? null };
}

export function noteFocus(): void {
  note();
  document.addEventListener('focusin', note);
}

export function useKeptFocus(): void {
  useLayoutEffect(() => {
    document.removeEventListener('focusin', note);
    const same = kept ? stops()[kept.stop] : undefined;
    if (same && same.textContent === kept?.says && document.activeElement === document.body)
      same.focus({ preventScroll: true });
    kept = null;
  }, []);
}
