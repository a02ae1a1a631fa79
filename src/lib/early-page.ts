/**
 * An account page comes as HTML with its form (`#early`, put beside `#root` by `server/http/client.ts`), which can be
 * filled in and pressed while the program is on its way. The live page takes what was typed as its first values, then the
 * presses are done again on it. All of that happens in one task (`main.tsx`), so that nothing typed in between is lost.
 */
declare global {
  interface Window {
    /** Links and buttons that were pressed on the early page, in order. */
    earlyPresses?: HTMLElement[];
  }
}

const earlyPage = (): HTMLElement | null => (typeof document === 'undefined' ? null : document.getElementById('early'));

/** Whether the page still shows what came as HTML. */
export const isEarly = (): boolean => earlyPage() !== null;

/** What was typed so far into fields of these names; nothing once the live page stands. */
export function earlyTexts<Name extends string>(...names: Name[]): Partial<Record<Name, string>> {
  const page = earlyPage();
  const typed = names.flatMap((name) => {
    const field = page?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    return field && field.value !== field.defaultValue ? [[name, field.value]] : [];
  });
  return Object.fromEntries(typed) as Partial<Record<Name, string>>;
}

/** Resolves when no button of a pointer is down and no composed character is open: neither may lose its element. */
export function handsOff(): Promise<void> {
  if (!busyHand) return Promise.resolve();
  return new Promise((resolve) => waiting.push(resolve));
}

let busyHand = false;
const waiting: (() => void)[] = [];

/** Called once at the start, while the early page shows. */
export function watchHands(): void {
  if (!isEarly()) return;
  const down = () => (busyHand = true);
  // The click comes after the release.
  const up = () =>
    setTimeout(() => {
      busyHand = false;
      for (const go of waiting.splice(0)) go();
    });
  for (const act of ['pointerdown', 'compositionstart']) addEventListener(act, down, true);
  for (const act of ['pointerup', 'pointercancel', 'compositionend']) addEventListener(act, up, true);
}

/** The live page stands in `root`: takes the early one away, and gives focus and presses to the same places of the live one. */
export function handOver(root: HTMLElement): void {
  const page = earlyPage();
  if (!page) return;
  const focused =
    document.activeElement instanceof HTMLElement && page.contains(document.activeElement)
      ? document.activeElement
      : null;
  const caret =
    focused instanceof HTMLInputElement && (focused.type === 'text' || focused.type === 'password')
      ? ([focused.selectionStart, focused.selectionEnd] as const)
      : null;
  const changed = [...page.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"])')].filter(
    (box) => box.checked && box.checked !== box.defaultChecked,
  );
  const same = (element: HTMLElement) => sameIn(root, element);
  const live = focused ? same(focused) : null;
  const boxes = changed.map(same);
  const presses = (window.earlyPresses?.splice(0) ?? []).map((pressed) => ({
    link: pressed instanceof HTMLAnchorElement,
    button: same(pressed),
  }));
  page.remove();
  live?.focus();
  if (caret && live instanceof HTMLInputElement) live.setSelectionRange(...caret);
  for (const box of boxes) box?.click();
  for (const { link, button } of presses) {
    button?.click();
    // Another page has other buttons.
    if (link) break;
  }
}

function sameIn(root: HTMLElement, early: HTMLElement): HTMLElement | null {
  const name = nameOf(early);
  return [...root.querySelectorAll<HTMLElement>(early.tagName)].find((element) => nameOf(element) === name) ?? null;
}

/** By what a person tells one control from another. */
function nameOf(element: HTMLElement): string {
  if (element instanceof HTMLInputElement)
    return element.type === 'radio' || element.type === 'checkbox'
      ? (element.labels?.[0]?.textContent ?? element.value)
      : element.name;
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}
