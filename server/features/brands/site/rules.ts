import { Parser } from 'htmlparser2';
import { storable, truncated } from '../../../core/text.ts';
import { MAX_COLORS, MAX_DESCRIPTION, MAX_LINKS } from '../rules.ts';

/** What a page of HTML says about the business behind it. */
export interface PageFacts {
  name: string | null;
  description: string | null;
  /** Theme colors as #rrggbb. */
  colors: string[];
  /** Profiles on networks. */
  links: string[];
  location: { name: string; address: string; city: string | null; country: string | null } | null;
  /** Addresses of pictures, absolute. */
  icon: string | null;
  picture: string | null;
}

/** Networks whose profiles are listed, with what is no profile there. */
const NETWORKS: Readonly<Record<string, RegExp>> = {
  'instagram.com': /^\/(p|reel|explore|accounts|stories)\b/,
  'tiktok.com': /^\/(?!@)/,
  'youtube.com': /^\/(watch|embed|results|shorts|playlist)\b/,
  'facebook.com': /^\/(sharer|share|dialog|plugins|tr)\b/,
  'x.com': /^\/(intent|share|hashtag|search)\b/,
  'twitter.com': /^\/(intent|share|hashtag|search)\b/,
  'linkedin.com': /^\/(shareArticle|sharing)\b/,
  'pinterest.com': /^\/pin\b/,
  'vk.com': /^\/share\b/,
};

const text = (value: unknown, max: number): string | null => {
  if (typeof value !== 'string') return null;
  const plain = value.replace(/\s+/gu, ' ').trim();
  return plain === '' ? null : storable(truncated(plain, max)).trim();
};

/** A theme color as #rrggbb; null for what is no color of that form, such as a name or a transparent one. */
export function colorOf(value: string): string | null {
  const written = value.trim().toLowerCase();
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(written);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  if (/^#[\da-f]{6}$/.test(written)) return written;
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(written)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const absolute = (address: string | null, base: string): string | null => {
  const url = address && URL.canParse(address, base) ? new URL(address, base) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.href.length <= 2_000 ? url.href : null;
};

/** The address of a profile on a network, in one form; null for any other link. */
export function profileLink(address: string, base: string): string | null {
  const href = absolute(address, base);
  if (href === null) return null;
  const url = new URL(href);
  const host = url.hostname.replace(/^(www|m|[a-z]{2}-[a-z]{2}|[a-z]{2})\./, '');
  const other = Object.hasOwn(NETWORKS, host) ? NETWORKS[host] : undefined;
  const path = url.pathname.replace(/\/+$/, '');
  if (!other || path === '' || other.test(path) || path.split('/').length > 4) return null;
  const link = `https://${host}${path}`;
  return link.length <= 200 ? link : null;
}

/** The parser's time grows with the square of the depth; what is deeper is not read. */
const MAX_DEPTH = 500;
const CHUNK = 8_192;
const MAX_NODES = 400;
const MAX_SCRIPT = 100_000;

/** All objects in a block of JSON-LD, outermost first. */
function objectsIn(block: string): Record<string, unknown>[] {
  let data: unknown;
  try {
    data = JSON.parse(block);
  } catch {
    return [];
  }
  const found: Record<string, unknown>[] = [];
  const queue: unknown[] = [data];
  for (let at = 0; at < queue.length && at < MAX_NODES; at += 1) {
    const node = queue[at];
    if (Array.isArray(node)) queue.push(...node.slice(0, MAX_NODES));
    else if (typeof node === 'object' && node !== null) {
      found.push(node as Record<string, unknown>);
      queue.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
  return found;
}

interface Structured {
  name: string | null;
  description: string | null;
  location: PageFacts['location'];
  links: string[];
  logo: string | null;
}

const countryOf = (value: unknown): string | null => {
  const written = text(typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : value, 40);
  return written !== null && /^[a-z]{2}$/i.test(written) ? written.toUpperCase() : null;
};

function structured(blocks: readonly string[]): Structured {
  const objects = blocks.flatMap(objectsIn);
  const business = objects.find(
    ({ address }) => typeof address === 'object' && address !== null && !Array.isArray(address),
  );
  const named = business ?? objects.find((one) => 'sameAs' in one || 'logo' in one);
  const address = business?.['address'] as Record<string, unknown> | undefined;
  const street = text(address?.['streetAddress'], 160);
  const postal = text(address?.['postalCode'], 20);
  const city = text(address?.['addressLocality'], 80);
  const logo = named?.['logo'];
  const same = objects.flatMap(({ sameAs }) => (Array.isArray(sameAs) ? sameAs : [sameAs]));
  return {
    name: text(named?.['name'], 80),
    description: text(named?.['description'], MAX_DESCRIPTION),
    location:
      street !== null || city !== null
        ? {
            name: text(business?.['name'], 80) ?? city ?? '',
            address: [street, postal].filter(Boolean).join(', '),
            city,
            country: countryOf(address?.['addressCountry']),
          }
        : null,
    links: same.filter((link): link is string => typeof link === 'string'),
    logo: typeof logo === 'string' ? logo : text((logo as { url?: unknown } | undefined)?.url, 2_000),
  };
}

/** Reads a page without running or loading anything in it. `base`: its address. */
export function readPage(html: string, base: string): PageFacts {
  const meta = new Map<string, string>();
  const anchors: string[] = [];
  const blocks: string[] = [];
  let title = '';
  let icon: string | null = null;
  let depth = 0;
  let within: 'title' | 'data' | null = null;
  const parser = new Parser(
    {
      onopentag(name, at) {
        depth += 1;
        if (name === 'title' && title === '') within = 'title';
        else if (name === 'meta') {
          const key = (at['property'] ?? at['name'] ?? '').toLowerCase();
          if (key && at['content'] && !meta.has(key)) meta.set(key, at['content']);
        } else if (name === 'link' && /\bapple-touch-icon\b/i.test(at['rel'] ?? '')) icon ??= at['href'] ?? null;
        else if (name === 'a' && at['href'] && anchors.length < 2_000) anchors.push(at['href']);
        else if (name === 'script' && at['type']?.toLowerCase() === 'application/ld+json' && blocks.length < 20) {
          within = 'data';
          blocks.push('');
        }
      },
      ontext(part) {
        if (within === 'title' && title.length < 500) title += part;
        else if (within === 'data') {
          const last = blocks.length - 1;
          if (blocks[last]!.length < MAX_SCRIPT) blocks[last] += part;
        }
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'title' || name === 'script') within = null;
      },
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length && depth <= MAX_DEPTH; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  parser.end();
  const data = structured(blocks);
  const of = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value?.trim()) ?? null;
  const theme = colorOf(of('theme-color') ?? '');
  return {
    name: data.name ?? text(of('og:site_name'), 80) ?? text(title.split(/\s[|–—·-]\s/u)[0], 80),
    description: text(of('og:description', 'description', 'twitter:description'), MAX_DESCRIPTION) ?? data.description,
    colors: theme === null ? [] : [theme].slice(0, MAX_COLORS),
    links: [...new Set([...data.links, ...anchors].flatMap((link) => profileLink(link, base) ?? []))].slice(
      0,
      MAX_LINKS,
    ),
    location: data.location,
    icon: absolute(data.logo ?? icon, base),
    picture: absolute(of('og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image'), base),
  };
}
