import { randomBytes } from 'node:crypto';
import { directionOf, FALLBACK_LOCALE, matchLocale, type Locale } from '../../../core/locale.ts';
import type { Account, Network } from './engine/accounts.ts';
import type { Grant, PublishedPost } from './engine/world.ts';
import { WORDS, type Word } from './words.ts';

const STYLE = `:root{color-scheme:light dark;--bg:#f6f5f2;--card:#fff;--ink:#23201b;--soft:#6a655c;--line:#dcd8d0;--note:#fbeecb;--note-ink:#5a4300;--main:#1f4fbf;--main-ink:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#1b1916;--card:#25221e;--ink:#efece6;--soft:#b3ada2;--line:#45403a;--note:#4a3a10;--note-ink:#fbe6b0;--main:#8fb2ff;--main-ink:#101826}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}.banner{background:var(--note);color:var(--note-ink);text-align:center;padding:.5rem 1rem;font-size:.875rem;font-weight:600}
main{max-width:27rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.375rem;line-height:1.25;margin:0 0 1rem}.panel{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin-block-end:1rem}
label{display:block;font-weight:550;margin-block:.75rem .25rem}label.choice{display:flex;gap:.5rem;align-items:center;font-weight:450;min-height:2.75rem;margin:0;overflow-wrap:anywhere}input[type=text]{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.5rem;padding:.6rem .75rem;min-height:2.75rem}
button{font:inherit;cursor:pointer;width:100%;border-radius:.5rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--soft);background:transparent;color:inherit;margin-block-start:.75rem}button.main{background:var(--main);color:var(--main-ink);border-color:var(--main);font-weight:650}.soft{color:var(--soft);font-size:.875rem}.error{color:#b3261e}:focus-visible{outline:2px solid var(--main);outline-offset:2px}ul{padding-inline-start:1.25rem}`;

export interface Page {
  html: string;
  nonce: string;
}

const NAMES: Record<Network, string> = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' };

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function pageLocale(acceptLanguage: string | undefined): Locale {
  for (const tag of (acceptLanguage ?? '').split(',')) {
    const found = matchLocale(tag.split(';')[0]?.trim());
    if (found) return found;
  }
  return FALLBACK_LOCALE;
}

const word = (key: Word, locale: Locale, network?: Network): string =>
  escape(WORDS[key][locale].replaceAll('{network}', network ? NAMES[network] : ''));

const meta = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) => `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escape(value)}">`,
    )
    .join('');

function frame(locale: Locale, title: string, body: string, head: Readonly<Record<string, string>> = {}): Page {
  const nonce = randomBytes(16).toString('base64');
  return {
    nonce,
    html: `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${meta(head)}<title>${title}</title><style nonce="${nonce}">${STYLE}</style></head><body><header class="banner">${word('banner', locale)}</header><main><h1>${title}</h1>${body}</main></body></html>`,
  };
}

export interface ConsentPage {
  network: Network;
  locale: Locale;
  scopes: readonly string[];
  /** Scopes that the user cannot refuse. */
  fixed: readonly string[];
  suggested: string;
  problem: 'missing' | null;
}

/** Sign-in and consent in one page: the account is named, there is no password. */
export function consentPage({ network, locale, scopes, fixed, suggested, problem }: ConsentPage): Page {
  const choices = scopes
    .map(
      (scope) =>
        `<label class="choice"><input type="checkbox" name="scope" value="${escape(scope)}" checked${fixed.includes(scope) ? ' disabled' : ''}><bdi>${escape(scope)}</bdi></label>${fixed.includes(scope) ? `<input type="hidden" name="scope" value="${escape(scope)}">` : ''}`,
    )
    .join('');
  return frame(
    locale,
    word('title', locale, network),
    `<form method="post" class="panel">${problem ? `<p class="error" role="alert">${word('missing', locale, network)}</p>` : ''}<label for="handle">${word('handle', locale, network)}</label><input id="handle" type="text" name="handle" value="${escape(suggested)}" required autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr"><p class="soft">${word('hint', locale)}</p><p>${word('wants', locale)}</p>${choices}<button class="main" name="answer" value="allow">${word('allow', locale)}</button><button name="answer" value="deny" formnovalidate>${word('deny', locale)}</button></form>`,
  );
}

/** What an account has allowed, with buttons that take it back. */
export function appsPage(network: Network, locale: Locale, handle: string, grant: Grant | null): Page {
  const body =
    grant === null || grant.revokedAt !== null
      ? `<p class="panel">${word('none', locale)}</p>`
      : `<form method="post" class="panel"><p><bdi>Sponsio</bdi></p>${grant.scopes
          .map(
            (scope) =>
              `<button name="scope" value="${escape(scope)}">${word('withdraw', locale)} <bdi>${escape(scope)}</bdi></button>`,
          )
          .join('')}<button class="main" name="answer" value="remove">${word('remove', locale)}</button></form>`;
  return frame(locale, `${word('apps', locale, network)} <bdi>@${escape(handle)}</bdi>`, body);
}

/** A profile as anyone sees it. */
export const profilePage = (network: Network, locale: Locale, account: Account): Page =>
  frame(
    locale,
    `<bdi>@${escape(account.handle)}</bdi>`,
    `<section class="panel"><p><strong>${escape(account.name)}</strong></p><p dir="auto">${escape(account.bio)}</p><p class="soft">${NAMES[network]}</p></section>`,
    { description: `${account.name} (@${account.handle}): ${account.bio}` },
  );

/** As Instagram writes the day of a post for a reader without a language. */
const ENGLISH_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Where YouTube and TikTok state when a post was published. */
function dayOf(network: Network, at: Date | null): string {
  if (!at || network === 'instagram') return '';
  if (network === 'youtube') return `<meta itemprop="datePublished" content="${at.toISOString()}">`;
  const itemStruct = { createTime: String(Math.floor(at.getTime() / 1_000)) };
  const data = { __DEFAULT_SCOPE__: { 'webapp.video-detail': { itemInfo: { itemStruct } } } };
  return `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(data)}</script>`;
}

const COMMENT =
  '<section class="panel"><a href="https://www.instagram.com/mia/p/Cother00001/">@mia</a> <time itemprop="datePublished" datetime="2020-01-01T00:00:00Z">2020</time><p>1 like - mia on January 1, 2020: &quot;Old&quot;</p></section>';

/** A post as anyone sees it. The counts in its description change; the text in it does not. */
export function postPage(post: PublishedPost, locale: Locale, address: string): Page {
  const by = `<bdi>@${escape(post.handle)}</bdi>`;
  const at = post.at ? new Date(post.at) : null;
  const day = at && post.network === 'instagram' ? ENGLISH_DAY.format(at) : 'a day';
  const counted =
    post.network === 'youtube' ? post.text : `12 likes, 3 comments - ${post.handle} on ${day}: "${post.text}"`;
  const channel =
    post.network === 'youtube'
      ? `<span itemprop="author" itemscope><link itemprop="url" href="https://www.youtube.com/@${escape(post.handle)}"></span>`
      : '';
  return frame(
    locale,
    by,
    `<section class="panel">${channel}${dayOf(post.network, at)}<p dir="auto">${escape(post.text)}</p><p class="soft">${NAMES[post.network]}</p></section>${post.page === 'commented' ? COMMENT : ''}`,
    { 'og:title': `@${post.handle}`, 'og:description': counted, description: counted, 'og:url': address },
  );
}

export const signInPage = (network: Network, locale: Locale): Page =>
  frame(locale, `${NAMES[network]} – sign in`, '<section class="panel"><p dir="ltr">Sign in to continue</p></section>');

/** A page whose script says what is shown. */
export const scriptPage = (network: Network, locale: Locale, data: string): Page =>
  frame(locale, NAMES[network], `<script type="application/json">${data}</script>`);

export const errorPage = (network: Network, locale: Locale, detail: string, title?: string): Page =>
  frame(locale, title ?? word('wrong', locale, network), `<p class="panel" dir="ltr">${escape(detail)}</p>`);
