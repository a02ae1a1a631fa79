import { addressAt } from './call.ts';
import { readHead, type HtmlHead } from './html-head.ts';
import { parseHtml } from './parse-html.ts';
import { datesOf, type StatedDates } from './post-dates.ts';

/** Networks whose posts are pages that anyone may open. */
export type PostNetwork = 'instagram' | 'tiktok' | 'youtube';

/**
 * What the page of a post shows. `gone`: the network itself says that there is no such post · `wall`: it shows no post
 * without a sign-in.
 */
export interface PostPage extends StatedDates {
  kind: 'post' | 'gone' | 'wall';
  /** Handle in small letters; the host of a page outside of the networks. Null where the page does not name its author. */
  author: string | null;
  /** What the post says; every word of a page outside of the networks. */
  text: string;
  /** The same without counts of likes and comments, to compare it with a later one. */
  caption: string;
  /** The page shows the beginning of the text only. */
  cut: boolean;
}

const HOSTS = ['www.instagram.com', 'www.tiktok.com', 'www.youtube.com'];

/** Where the post's page is fetched; a sandbox that stands in for the networks answers for their hosts. */
export function postAddress(apiBase: string | null, url: string): string {
  const { host, pathname, search } = new URL(url);
  return HOSTS.includes(host) ? addressAt(apiBase, `${host}${pathname}${search}`).href : url;
}

/** The address that answered, as people know it. */
function shownAddress(apiBase: string | null, answered: string): URL {
  const base = apiBase?.replace(/\/$/u, '');
  return new URL(base && answered.startsWith(`${base}/`) ? `https://${answered.slice(base.length + 1)}` : answered);
}

const SIGN_IN_PATH = /^\/(?:accounts\/login|login|signin|sign-in|ServiceLogin|v\d+\/signin)(?:\/|$)/iu;
const SIGN_IN_HOSTS = ['accounts.google.com', 'consent.youtube.com'];
const isSignIn = ({ host, pathname }: URL): boolean => SIGN_IN_HOSTS.includes(host) || SIGN_IN_PATH.test(pathname);

/**
 * By which each network says that a post is not there, on a page with the status of a success. The title of an Instagram
 * post quotes its text: the statement stands at the beginning, before any name or quotation.
 */
const GONE: Record<PostNetwork, RegExp> = {
  instagram: /<title>(?:\s*page not found|[^<:"“|&]{0,40}isn(?:['’]|&#0?39;|&#x27;)t available)/iu,
  tiktok: /"statusCode":10204\b/u,
  youtube: /"playabilityStatus":\s*\{\s*"status":\s*"ERROR"/u,
};
const AUTHOR_IN_PATH: Record<PostNetwork, RegExp> = {
  instagram: /^\/([\w.]{1,40})\/(?:p|reel|reels|tv)\//u,
  tiktok: /^\/@([\w.-]{1,40})\//u,
  youtube: /^\/@([\w.·-]{1,60})\//u,
};
const YOUTUBE_AUTHOR = /<link itemprop="url" href="https?:\/\/www\.youtube\.com\/@([^"/]{1,60})">/iu;
const INSTAGRAM_AUTHOR = /\s-\s([\w.]{1,40})\son\s/u;

/** Who the page says has posted it. The address that a person gave does not count: anyone can write a name into it. */
function authorOf(network: PostNetwork, head: HtmlHead, html: string, descriptions: readonly string[]): string | null {
  for (const address of [head.canonical, ...head.meta('og:url')]) {
    if (!address || !URL.canParse(address)) continue;
    const { host, pathname } = new URL(address);
    const found = host === `www.${network}.com` ? AUTHOR_IN_PATH[network].exec(pathname)?.[1] : null;
    if (found) return found.toLowerCase();
  }
  if (network === 'youtube') return YOUTUBE_AUTHOR.exec(html)?.[1]?.toLowerCase() ?? null;
  if (network !== 'instagram') return null;
  return descriptions.map((text) => INSTAGRAM_AUTHOR.exec(text)?.[1]?.toLowerCase()).find(Boolean) ?? null;
}

/** `12 likes, 3 comments - name on a day: "text"` without what stands before the text. */
function captionOf(description: string): string {
  const from = /^[\s\S]{0,300}?:\s*["“]/u.exec(description)?.[0].length ?? 0;
  const to = from > 0 ? description.search(/["”]\.?\s*$/u) : -1;
  return to < from ? description : description.slice(from, to);
}

const isCut = (text: string): boolean => /(?:…|\.\.\.)["”]?\.?\s*$/u.test(text);

/** Sites on which many people publish under one host, which names none of them. */
const SHARED_HOSTS = [
  ...[
    'bsky.app',
    'dev.to',
    'dzen.ru',
    'facebook.com',
    'ko-fi.com',
    'linkedin.com',
    'livejournal.com',
    'mastodon.social',
  ],
  ...['medium.com', 'note.com', 'patreon.com', 'pinterest.com', 'quora.com', 'reddit.com', 'sites.google.com'],
  ...['substack.com', 't.me', 'teletype.in', 'telegra.ph', 'threads.com', 'threads.net', 'tumblr.com', 'twitter.com'],
  ...['vc.ru', 'vk.com', 'weibo.com', 'x.com', 'xiaohongshu.com', 'zhihu.com'],
];
function siteOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^(?:www|m|mobile)\./u, '');
  return SHARED_HOSTS.includes(host) ? null : hostname.replace(/^www\./u, '');
}

const UNSHOWN = ['script', 'style', 'noscript', 'template'];
/** Every word that a page shows. By a parser: on a page that was built for it, an expression searches for minutes. */
function wordsOf(html: string): string {
  const words: string[] = [];
  let within: string | null = null;
  parseHtml(html, {
    onopentag(name) {
      words.push(' ');
      if (within === null && UNSHOWN.includes(name)) within = name;
    },
    ontext(text) {
      if (within === null) words.push(text);
    },
    onclosetag(name) {
      words.push(' ');
      if (name === within) within = null;
    },
  });
  return words.join('').replace(/\s+/gu, ' ').trim();
}

/**
 * Reads the page that answered. Of a network's page the head counts, and YouTube's mark of the channel: strangers write
 * comments into the rest.
 */
export function readPostPage(
  apiBase: string | null,
  network: PostNetwork | null,
  { url, html }: { url: string; html: string },
): PostPage {
  const shown = shownAddress(apiBase, url);
  const nothing = { author: null, text: '', caption: '', cut: false, published: [], mentioned: [] };
  if (isSignIn(shown)) return { kind: 'wall', ...nothing };
  if (network === null) {
    const text = wordsOf(html);
    return { kind: 'post', author: siteOf(shown), text, caption: text, cut: false, ...datesOf(null, html, []) };
  }
  if (GONE[network].test(html)) return { kind: 'gone', ...nothing };
  const head = readHead(html);
  const descriptions = [...head.meta('og:description'), ...head.meta('description')];
  if (descriptions.join('').trim() === '') return { kind: 'wall', ...nothing };
  const captions = descriptions.map(captionOf).toSorted((a, b) => b.length - a.length);
  return {
    kind: 'post',
    author: authorOf(network, head, html, descriptions),
    text: [...head.meta('og:title'), ...descriptions].join('\n'),
    caption: captions[0] ?? '',
    cut: descriptions.every(isCut),
    ...datesOf(network, html, descriptions),
  };
}
