export const COOKIE_CATEGORIES = ['necessary', 'preferences', 'analytics', 'marketing'] as const;
export type CookieCategory = (typeof COOKIE_CATEGORIES)[number];

export interface BrowserEntry {
  /** Key of what it is for, `cookies:purpose.<id>`. */
  id: string;
  /** As it is called in the browser; `*` stands for the part that each installation chooses. */
  name: string;
  /** Where it lies: sent with every request, or kept by the browser alone (`session`: until the tab closes). */
  kind: 'cookie' | 'local' | 'session';
  category: CookieCategory;
  /** Seconds until it ends by itself; null: when the visitor clears it, or with the tab for `session`. */
  maxAge: number | null;
}

/**
 * Everything Sponsio keeps in a visitor's browser; all of it is its own, nothing is set for anybody else. The cookie
 * policy lists it, the consent choices group it, and a test holds it against every use of storage and cookies in the
 * code and in a real browser.
 */
export const BROWSER_ENTRIES = [
  { id: 'session', name: '*.session_token', kind: 'cookie', category: 'necessary', maxAge: 7 * 24 * 3600 },
  { id: 'twoFactor', name: '*.two_factor', kind: 'cookie', category: 'necessary', maxAge: 10 * 60 },
  { id: 'passkey', name: '*.better-auth-passkey', kind: 'cookie', category: 'necessary', maxAge: 5 * 60 },
  { id: 'knownDevice', name: '*.known_device', kind: 'cookie', category: 'necessary', maxAge: 400 * 24 * 3600 },
  { id: 'languageForServer', name: 'lang', kind: 'cookie', category: 'necessary', maxAge: 365 * 24 * 3600 },
  { id: 'language', name: 'sponsio.lang', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'theme', name: 'sponsio.theme', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'draft', name: 'sponsio.draft', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'writing', name: 'sponsio.writing', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'consent', name: 'sponsio.consent', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'install', name: 'sponsio.install', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'reload', name: 'sponsio.reload', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'scroll', name: 'tsr-scroll-restoration-v1_3', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'loginAttempts', name: 'loginAttempts', kind: 'local', category: 'necessary', maxAge: null },
] as const satisfies readonly BrowserEntry[];

/** The entry behind a name found in a browser or in the code; a leading `__Host-` is the secure spelling of the same. */
export function entryNamed(kind: BrowserEntry['kind'], name: string): BrowserEntry | undefined {
  const plain = name.replace(/^__(?:Host|Secure)-/u, '');
  return BROWSER_ENTRIES.find(
    (entry) =>
      entry.kind === kind && (entry.name.startsWith('*') ? plain.endsWith(entry.name.slice(1)) : entry.name === plain),
  );
}

export function entriesIn(category: CookieCategory): readonly BrowserEntry[] {
  return BROWSER_ENTRIES.filter((entry) => entry.category === category);
}
