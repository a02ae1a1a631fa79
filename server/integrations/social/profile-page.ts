import { addressAt } from './call.ts';

/** Networks whose profiles are pages that anyone may open. */
const PAGES = {
  instagram: (handle: string) => `www.instagram.com/${handle}/`,
  tiktok: (handle: string) => `www.tiktok.com/@${handle}`,
} as const;
export type PageNetwork = keyof typeof PAGES;

/** Where the profile's page is fetched, and where people open it. */
export function profileAddresses(
  apiBase: string | null,
  network: PageNetwork,
  handle: string,
): { fetched: string; shown: string } {
  const path = PAGES[network](encodeURIComponent(handle));
  return { fetched: addressAt(apiBase, path).href, shown: `https://${path}` };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/giu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : null;
      if (code !== null) return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
      return ENTITIES[name?.toLowerCase() ?? ''] ?? whole;
    },
  );

/**
 * The self-description that a profile's page names in its head. Nothing else of the page counts: strangers write comments on
 * it.
 */
export function descriptionOf(html: string): string {
  const [head = ''] = html.split(/<body[\s>]/iu);
  const found: string[] = [];
  for (const [tag] of head.matchAll(/<meta\s[^>]*>/giu)) {
    if (!/\s(?:name|property)\s*=\s*["'](?:og:)?description["']/iu.test(tag)) continue;
    const [, double, single] = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(tag) ?? [];
    found.push(decoded(double ?? single ?? ''));
  }
  return found.join('\n');
}
