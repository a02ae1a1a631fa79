import { addressAt } from './call.ts';
import { readHead } from './html-head.ts';

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

/**
 * The self-description that a profile's page names in its head. Nothing else of the page counts: strangers write comments on
 * it.
 */
export function descriptionOf(html: string): string {
  const { meta } = readHead(html);
  return [...meta('description'), ...meta('og:description')].join('\n');
}
