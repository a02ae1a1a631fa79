/**
 * An account page is sent as HTML with its form (`#early`, put beside `#root` by `server/http/client.ts`), which can be
 * filled in and clicked while the program loads. The live page takes the typed text as its first values, then the
 * clicks are replayed on it, all in one task (`main.tsx`), so that nothing typed in between is lost.
 */
declare global {
  interface Window {
    /** Links and buttons that were clicked on the early page, in order. */
    earlyPresses?: HTMLElement[];
    /** Whether a press is open that began on the page as it was sent, before its scripts ran. */
    earlyPressOpen?: boolean;
  }
}

const earlyPage = (): HTMLElement | null => (typeof document === 'undefined' ? null : document.getElementById('early'));

/** Whether the page still shows the HTML it was sent with. */
export const isEarly = (): boolean => earlyPage() !== null;

/** The text typed so far into the fields of these names; empty once the live page is shown. */
export function earlyTexts<Name extends string>(...names: Name[]): Partial<Record<Name, string>> {
  const page = earlyPage();
  const typed = names.flatMap((name) => {
    const field = page?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    return field && field.value !== field.defaultValue ? [[name, field.value]] : [];
  });
  return Object.fromEntries(typed) as Partial<Record<Name, string>>;
}

/** Resolves when no button, key or composition is pressed: its end would find no element on the replaced page. */
export function whenReleased(): Promise<void> {
  if (!isPressed) return Promise.resolve();
  return new Promise((resolve) => waiting.push(resolve));
}

let isPressed = false;
const waiting: (() => void)[] = [];

/** Called once at the start, while the page shows as it was sent. */
export function watchPresses(): void {
  isPressed = window.earlyPressOpen === true;
  const down = () => (isPressed = true);
  // The click event follows the release.
  const up = () =>
    setTimeout(() => {
      isPressed = false;
      for (const go of waiting.splice(0)) go();
    });
  for (const act of ['pointerdown', 'keydown', 'compositionstart']) addEventListener(act, down, true);
  for (const act of ['pointerup', 'pointercancel', 'keyup', 'compositionend', 'blur']) addEventListener(act, up, true);
}

/**
 * Has the live page rendered in `root`, removes the early one, and moves focus, choices and clicks to the same controls of the
 * live one. The focus is read first: a field of the live page may take it while it is rendered.
 */
export function replaceEarlyPage(root: HTMLElement, render: () => void): void {
  const page = earlyPage();
  if (!page) return render();
  const focused =
    document.activeElement instanceof HTMLElement && page.contains(document.activeElement)
      ? document.activeElement
      : null;
  render();
  const caret =
    focused instanceof HTMLInputElement && (focused.type === 'text' || focused.type === 'password')
      ? ([focused.selectionStart, focused.selectionEnd] as const)
      : null;
  const changed = [...page.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"])')].filter(
    (box) => box.checked && box.checked !== box.defaultChecked,
  );
  const chosen = [...page.querySelectorAll('select')].filter(({ options, selectedOptions: [option] }) =>
    [...options].some((one) => one.defaultSelected && one !== option),
  );
  const same = (element: HTMLElement) => sameIn(root, element);
  const live = focused ? same(focused) : null;
  const boxes = changed.map(same);
  const choices = chosen.map((select) => ({ list: same(select), value: select.value }));
  const presses = (window.earlyPresses?.splice(0) ?? []).map((pressed) => ({
    link: pressed instanceof HTMLAnchorElement,
    button: same(pressed),
  }));
  page.remove();
  live?.focus();
  if (caret && live instanceof HTMLInputElement) live.setSelectionRange(...caret);
  for (const box of boxes) box?.click();
  for (const { list, value } of choices)
    if (list instanceof HTMLSelectElement) {
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
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

/** Identifies a control by its name, label or text. */
function nameOf(element: HTMLElement): string {
  if (element instanceof HTMLInputElement)
    return element.type === 'radio' || element.type === 'checkbox'
      ? (element.labels?.[0]?.textContent ?? element.value)
      : element.name;
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}
