/** A placeholder in prerendered pages; the server replaces it with the instance's address, as in `index.html`. */
const PLACEHOLDER = '__HELP_CONTACT__';

/** The contact for help: a `mailto:` or https address, from the instance's settings. */
export function helpAddress(): string {
  if (typeof document === 'undefined') return PLACEHOLDER;
  const given = document.querySelector('meta[name="x-help-contact"]')?.getAttribute('content') ?? '';
  return given === '' || given.startsWith('__') ? 'mailto:help@sponsio.example' : given;
}
