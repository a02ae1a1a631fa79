import { ADDRESSES } from '../core/addresses.ts';
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../core/locale.ts';
import { durationWords } from '../core/duration-words.ts';
import { unmarked } from '../features/agreements/figures/rules.ts';
import { feeText, percentWords } from '../features/clauses/rules.ts';
import type { FeeTerms } from '../features/ledger/charges/rules.ts';
import { SHIPPED_FEE_BPS } from '../features/policies/fees/rules.ts';
import { COMMISSION_MAX_BPS, QUESTIONS, SHIPPED_CLOCKS } from '../features/policies/rules.ts';
import { pageText } from './page-texts.ts';

/** The product's name in titles; a white-label theme replaces it here only. */
const NAME = 'Sponsio';

/** A public page as the build lists it (`pages.json`). */
export interface PublicPage {
  path: string;
  /** Key under `nav:pages` and, where search engines are welcome, under `head:description`. */
  title: string;
  /** False: the page only shows that it is not open yet. */
  built: boolean;
}

export interface HeadInput {
  /** The public page of the address; null for signed-in screens and unknown addresses. */
  page: PublicPage | null;
  locale: Locale;
  /** The address contains the language: it is the canonical page of that language. */
  explicit: boolean;
  /** Scheme and host of the installation, without a slash at the end. */
  origin: string;
  nonce: string;
  /** The service fee of brands in force. */
  fee: FeeTerms;
}

/** Text of a page where scripts are off. */
export const withoutScripts = (locale: Locale): string =>
  `<noscript>${escape(pageText(locale, 'head:noScript', { brand: NAME }) ?? '')}</noscript>`;

/** What the client says when the texts of its language cannot be loaded, and the button for another try. */
export const lostTexts = (locale: Locale): string => {
  const message = escape(pageText(locale, 'nav:connection.lostFile') ?? '');
  const again = escape(pageText(locale, 'nav:failure.tryAgain') ?? '');
  return `<template id="lost-texts"><span>${message}</span><button type="button">${again}</button></template>`;
};

/** Open Graph locales have a country. */
const OG_LOCALES: Record<Locale, string> = {
  en: 'en_GB',
  fr: 'fr_FR',
  es: 'es_ES',
  it: 'it_IT',
  pt: 'pt_BR',
  zh: 'zh_CN',
  ru: 'ru_RU',
  ar: 'ar_AR',
};
const CARD = { width: 1200, height: 630 } as const;

/** Whether search engines may index this page: it is open and useful without an account. */
export function isIndexed(page: PublicPage | null): page is PublicPage {
  return page !== null && page.built && pageText(FALLBACK_LOCALE, `head:description.${page.title}`) !== null;
}

/**
 * Title, description, canonical address, language alternates, social cards and structured data of one page in one
 * language; for everything else a title and `noindex`. Replaces the title of the shell.
 */
export function headOf({ page, locale, explicit, origin, nonce, fee }: HeadInput): string {
  const title = titleOf(page, locale);
  if (!isIndexed(page)) return [`<title>${escape(title)}</title>`, meta('name', 'robots', 'noindex')].join('\n    ');
  const description = pageText(locale, `head:description.${page.title}`) ?? '';
  // `/` depends on the visitor and is canonical itself; `/?lang=fr` is the French page.
  const address = addressOf(origin, page.path, explicit ? locale : null);
  const card = `${origin}/social/${locale}.png`;
  return [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    link('canonical', address),
    ...LOCALES.map((other) => link('alternate', addressOf(origin, page.path, other), other)),
    link('alternate', addressOf(origin, page.path, null), 'x-default'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', OG_LOCALES[locale]),
    ...LOCALES.filter((other) => other !== locale).map((other) =>
      meta('property', 'og:locale:alternate', OG_LOCALES[other]),
    ),
    meta('property', 'og:image', card),
    meta('property', 'og:image:width', String(CARD.width)),
    meta('property', 'og:image:height', String(CARD.height)),
    meta('property', 'og:image:alt', pageText(locale, 'head:card') ?? ''),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', card),
    `<script type="application/ld+json" nonce="${nonce}">${jsonForHtml(structuredData({ page, locale, origin, title, description, address, fee }))}</script>`,
  ].join('\n    ');
}

/** Every open page in every language, with its alternates. */
export function sitemap(pages: readonly PublicPage[], origin: string): string {
  const entries = pages.filter(isIndexed).flatMap((page) => {
    const alternates = [
      ...LOCALES.map(
        (other) =>
          `<xhtml:link rel="alternate" hreflang="${other}" href="${escape(addressOf(origin, page.path, other))}"/>`,
      ),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${escape(addressOf(origin, page.path, null))}"/>`,
    ].join('');
    return [null, ...LOCALES].map(
      (locale) => `<url><loc>${escape(addressOf(origin, page.path, locale))}</loc>${alternates}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

/** Pages that are not to be indexed have `noindex`, which a crawler reads only if it may fetch them. */
export function robots(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /files/',
    'Disallow: /webhooks/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

function titleOf(page: PublicPage | null, locale: Locale): string {
  if (page?.path === '/') return pageText(locale, 'nav:public.title', { brand: NAME }) ?? NAME;
  const name = page ? pageText(locale, `nav:pages.${page.title}`) : null;
  return name ? `${name} · ${NAME}` : NAME;
}

function addressOf(origin: string, path: string, locale: Locale | null): string {
  return `${origin}${path}${locale ? `?lang=${locale}` : ''}`;
}

function structuredData({
  page,
  locale,
  origin,
  title,
  description,
  address,
  fee,
}: {
  page: PublicPage;
  locale: Locale;
  origin: string;
  title: string;
  description: string;
  address: string;
  fee: FeeTerms;
}): object {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: NAME,
    url: `${origin}/`,
    logo: `${origin}/logo.svg`,
  };
  const website = {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: NAME,
    url: `${origin}/`,
    inLanguage: [...LOCALES],
    publisher: { '@id': organization['@id'] },
  };
  const webpage = {
    '@type': 'WebPage',
    '@id': `${address}#page`,
    name: title,
    description,
    url: address,
    inLanguage: locale,
    isPartOf: { '@id': website['@id'] },
  };
  // The price of joining. No ratings: only measured ones may be published to search engines.
  const product = {
    '@type': 'WebApplication',
    name: NAME,
    url: `${origin}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' },
    provider: { '@id': organization['@id'] },
  };
  const questions = {
    '@type': 'FAQPage',
    '@id': `${address}#faq`,
    inLanguage: locale,
    isPartOf: { '@id': webpage['@id'] },
    mainEntity: questionsOf(locale, fee),
  };
  const more = page.path === '/' ? [product] : page.path === ADDRESSES.features ? [questions] : [];
  return { '@context': 'https://schema.org', '@graph': [organization, website, webpage, ...more] };
}

/** Questions and answers of the features page, unchanged. */
function questionsOf(locale: Locale, fee: FeeTerms): object[] {
  // Without Intl's invisible direction marks, which only a screen needs.
  const percent = (basisPoints: number) => unmarked(percentWords(basisPoints, locale));
  const values = {
    fee: unmarked(feeText(fee, locale)),
    creatorFee: percent(SHIPPED_FEE_BPS.creator),
    commission: percent(COMMISSION_MAX_BPS),
    review: durationWords(SHIPPED_CLOCKS.review.fallback, locale),
    grace: durationWords(SHIPPED_CLOCKS.grace.fallback, locale),
    clearing: durationWords(SHIPPED_CLOCKS.clearing.fallback, locale),
  };
  return QUESTIONS.map((id) => ({
    '@type': 'Question',
    name: pageText(locale, `features:faq.${id}.q`) ?? '',
    acceptedAnswer: { '@type': 'Answer', text: pageText(locale, `features:faq.${id}.a`, values) ?? '' },
  }));
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escape(content)}" />`;
}

function link(rel: string, href: string, hreflang?: string): string {
  return `<link rel="${rel}"${hreflang ? ` hreflang="${hreflang}"` : ''} href="${escape(href)}" />`;
}

/** Text for HTML, between tags and in quoted attributes. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** JSON that cannot end its script element. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
