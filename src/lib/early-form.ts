/**
 * The form of an account page comes as HTML and may be filled in, and sent, before the program is there (`server/http/client.ts`
 * keeps the press). Reads what was typed until now; the answer puts it into the live form once that stands in the same place.
 */
export function readEarlyForm(root: HTMLElement): () => void {
  const typed = new Map<string, { value: string; checked: boolean; touched: boolean }>();
  const focused = fieldOf(document.activeElement);
  for (const field of root.querySelectorAll<HTMLInputElement>('input[name]')) typed.set(keyOf(field), { value: field.value, checked: field.checked, touched: field.value !== field.defaultValue || field.checked !== field.defaultChecked });
  const early = window as { earlySubmit?: boolean | null };
  const sent = early.earlySubmit === true;
  // From here on a form is the program's own.
  early.earlySubmit = null;
  if (typed.size === 0) return () => {};
  return () => {
    const [first] = typed.keys();
    const observer = new MutationObserver(() => settle());
    const settle = () => {
      const live = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
      // The fields of the page that came are taken out in one step with the coming of the live ones.
      if (!live.some((field) => keyOf(field) === first && isLive(field))) return;
      observer.disconnect();
      for (const field of live) {
        const before = typed.get(keyOf(field));
        if (before?.touched) enter(field, before);
        if (focused !== null && keyOf(field) === focused.key) focusAt(field, focused.at);
      }
      if (sent) live[0]?.form?.requestSubmit();
    };
    observer.observe(root, { childList: true, subtree: true });
    settle();
  };
}

const keyOf = ({ name, type, value }: HTMLInputElement): string => (type === 'radio' ? `${name}=${value}` : name);

/** React writes its own properties on what it made. */
const isLive = (field: HTMLInputElement): boolean => Object.keys(field).some((key) => key.startsWith('__react'));

function fieldOf(element: Element | null): { key: string; at: number | null } | null {
  return element instanceof HTMLInputElement && element.name ? { key: keyOf(element), at: element.type === 'text' || element.type === 'password' ? element.selectionEnd : null } : null;
}

function focusAt(field: HTMLInputElement, at: number | null): void {
  field.focus();
  if (at !== null && (field.type === 'text' || field.type === 'password')) field.setSelectionRange(at, at);
}

/** As if somebody typed it: the live form hears of it. */
function enter(field: HTMLInputElement, { value, checked }: { value: string; checked: boolean }): void {
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (checked !== field.checked) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
