export const COOKIE_CATEGORIES = ['necessary', 'preferences', 'analytics', 'marketing'] as const;
export type CookieCategory = (typeof COOKIE_CATEGORIES)[number];

export interface BrowserEntry {
  /** Key of the purpose, `cookies:purpose.<id>`. */
  id: string;
  /** The name in the browser; `*` stands for the part that each installation chooses. */
  name: string;
  /**
   * Where it is stored: a cookie is sent with every request, the rest stays in the browser (`session`: until the tab is
   * closed).
   */
  kind: 'cookie' | 'local' | 'session';
  category: CookieCategory;
  /** Seconds until it expires; null: until the visitor clears it, or until the tab is closed for `session`. */
  maxAge: number | null;
}

/**
 * Everything Sponsio stores in a visitor's browser; no third party stores anything. The cookie policy lists it, the
 * consent choices group it, and a test compares it with every use of storage and cookies in the code and in a real
 * browser.
 */
export const BROWSER_ENTRIES = [
  { id: 'session', name: '*.session_token', kind: 'cookie', category: 'necessary', maxAge: 7 * 24 * 3600 },
  { id: 'twoFactor', name: '*.two_factor', kind: 'cookie', category: 'necessary', maxAge: 10 * 60 },
  { id: 'passkey', name: '*.better-auth-passkey', kind: 'cookie', category: 'necessary', maxAge: 5 * 60 },
  { id: 'knownDevice', name: '*.known_device', kind: 'cookie', category: 'necessary', maxAge: 400 * 24 * 3600 },
  { id: 'connecting', name: '*.browser', kind: 'cookie', category: 'necessary', maxAge: 24 * 3600 },
  { id: 'languageForServer', name: 'lang', kind: 'cookie', category: 'necessary', maxAge: 365 * 24 * 3600 },
  { id: 'language', name: 'sponsio.lang', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'theme', name: 'sponsio.theme', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'draft', name: 'sponsio.draft', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'writing', name: 'sponsio.writing', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'org', name: 'sponsio.org', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'consent', name: 'sponsio.consent', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'install', name: 'sponsio.install', kind: 'local', category: 'necessary', maxAge: null },
  { id: 'reload', name: 'sponsio.reload', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'scroll', name: 'tsr-scroll-restoration-v1_3', kind: 'session', category: 'necessary', maxAge: null },
  { id: 'loginAttempts', name: 'loginAttempts', kind: 'local', category: 'necessary', maxAge: null },
] as const satisfies readonly BrowserEntry[];

/** The entry of a name found in a browser or in the code; a leading `__Host-` is ignored. */
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
