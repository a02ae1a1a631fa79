/*
 * The org in which this tab acts, for people who belong to several. It is sent with every call, upload, file address and
 * live subscription; without a choice the server takes the first org.
 */

const STORAGE_KEY = 'sponsio.org';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

export interface OrgChoice {
  org: string | null;
  /** The creator for whom a member of an agency acts. */
  actingFor: string | null;
  /** Why the server refused the last choice; shown once. */
  refused: string | null;
}
const NONE: OrgChoice = { org: null, actingFor: null, refused: null };

let choice: OrgChoice | null = null;

/** The choice of this tab; a reload keeps it. */
export const orgChoice = (): OrgChoice => (choice ??= read());

function read(): OrgChoice {
  try {
    const text = typeof window === 'undefined' ? null : window.sessionStorage.getItem(STORAGE_KEY);
    const { org, actingFor, refused } = JSON.parse(text ?? '{}') as Partial<OrgChoice>;
    return { org: idOr(org), actingFor: idOr(actingFor), refused: typeof refused === 'string' ? refused : null };
  } catch {
    return NONE;
  }
}

const idOr = (value: unknown): string | null => (typeof value === 'string' && UUID.test(value) ? value : null);

function write(next: OrgChoice): void {
  choice = next;
  try {
    if (next.org || next.actingFor || next.refused) window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    else window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Blocked or full: the choice lasts until the page is left.
  }
}

/** Takes effect for calls from now on; the page is loaded anew by the caller, since all it shows is another org's. */
export function chooseOrg(org: string, actingFor: string | null = null): void {
  write({ org: idOr(org), actingFor: idOr(actingFor), refused: null });
}

/**
 * After a sign-out. A sign-in keeps the choice, since it is usually the same user's after a session that ended; the server
 * refuses that of another one.
 */
export function forgetOrgChoice(): void {
  write(NONE);
}

/** The server refused the choice: back to the org alone, or to the first org. */
export function dropRefusedChoice(code: string): void {
  const { org, actingFor } = orgChoice();
  write({ org: actingFor ? org : null, actingFor: null, refused: code });
}

let scopes: readonly string[] = [];
/** What the session allows while it acts for a creator; the guard of the routes keeps it current. */
export const keepActingScopes = (of: readonly string[]): void => {
  scopes = of;
};
export const actingScopes = (): readonly string[] => scopes;

/** The code of a refused choice, once. */
export function takeRefusedChoice(): string | null {
  const { refused } = orgChoice();
  if (refused) write({ ...orgChoice(), refused: null });
  return refused;
}

export function orgHeaders(): Record<string, string> {
  const { org, actingFor } = orgChoice();
  return { ...(org ? { 'x-org': org } : {}), ...(actingFor ? { 'x-acting-for': actingFor } : {}) };
}

/** An address of the server that the browser requests by itself and that cannot carry headers: files, live events. */
export function inOrg(address: string): string {
  const { org, actingFor } = orgChoice();
  if (!org && !actingFor) return address;
  const [path = '', hash] = address.split('#');
  const query = new URLSearchParams({ ...(org ? { org } : {}), ...(actingFor ? { for: actingFor } : {}) });
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
