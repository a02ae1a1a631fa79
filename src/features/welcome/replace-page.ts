declare global {
  interface Window {
    /** A button that was clicked on the page as it was sent (`server/http/client.ts`); null once the live page is shown. */
    earlyClick?: string | null;
  }
}

/** Focusable elements in tab order: the same on both pages. */
const stopsIn = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('a[href], button, input')];

/** The page as it was sent, and an empty element for the live one. */
export function placeOf(page: Document): { sent: HTMLElement; live: HTMLElement } {
  const sent = page.getElementById('root');
  if (!sent) throw new Error('index.html has no #root');
  const live = page.createElement('div');
  live.id = sent.id;
  return { sent, live };
}

/**
 * Replaces the sent page by the live one, with the focus, the menu and a typed question as they are, and repeats a click on a button that
 * did nothing yet. All in one task: no press can fall between the two.
 */
export function replacePage(sent: HTMLElement, live: HTMLElement): void {
  if (!sent.isConnected) return;
  const { activeElement } = document;
  const stop = stopsIn(sent).findIndex((element) => element === activeElement);
  const menu = live.querySelector<HTMLDetailsElement>('header details');
  if (menu) menu.open = sent.querySelector('header details')?.hasAttribute('open') ?? false;
  const typed = sent.querySelector<HTMLInputElement>('input[name=q]')?.value ?? '';
  const field = live.querySelector<HTMLInputElement>('input[name=q]');
  if (field && typed !== '') field.value = typed;
  sent.replaceWith(live);
  const same = stop < 0 ? undefined : stopsIn(live)[stop];
  if (same && same.textContent === activeElement?.textContent) same.focus({ preventScroll: true });
  const { earlyClick } = window;
  window.earlyClick = null;
  if (earlyClick) live.querySelector<HTMLElement>(`[data-early="${CSS.escape(earlyClick)}"]`)?.click();
}
