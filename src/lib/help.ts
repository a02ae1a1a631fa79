/** In pages that are rendered beforehand; the server puts the instance's own address there, as in `index.html`. */
const PLACEHOLDER = '__HELP_CONTACT__';

/** Where people who need help write or look: a `mailto:` or https address, from the instance's settings. */
export function helpAddress(): string {
  if (typeof document === 'undefined') return PLACEHOLDER;
  const given = document.querySelector('meta[name="x-help-contact"]')?.getAttribute('content') ?? '';
  return given === '' || given.startsWith('__') ? 'mailto:help@sponsio.example' : given;
}
