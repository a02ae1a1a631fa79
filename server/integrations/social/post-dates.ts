import { parseHtml } from './parse-html.ts';
import type { PostNetwork } from './post-page.ts';

const MAX_FOUND = 200;
const MAX_SCRIPT = 1_000_000;

const HEAD_DATES = ['article:published_time', 'og:article:published_time', 'video:release_date', 'datepublished'];
const ITEM_DATES = ['datepublished', 'uploaddate'];

/** What a page states about days, by where it does. */
interface Stated {
  /** `meta` elements before the body. */
  head: string[];
  /** `meta` elements of an item, anywhere. */
  items: string[];
  /** `time` elements, and those of them that are marked as the day of publication. */
  times: string[];
  marked: string[];
  /** JSON-LD, before the body and anywhere. */
  headData: string[];
  data: string[];
  /** The data that TikTok's page is drawn from. */
  drawn: string[];
}

function statedIn(html: string): Stated {
  const found: Stated = { head: [], items: [], times: [], marked: [], headData: [], data: [], drawn: [] };
  const add = (list: string[], value: string | undefined): void => {
    if (value !== undefined && list.length < MAX_FOUND) list.push(value);
  };
  let inHead = true;
  let script: { lists: string[][]; text: string } | null = null;
  parseHtml(html, {
    onopentag(name, at) {
      const item = at['itemprop']?.toLowerCase() ?? '';
      if (name === 'body') inHead = false;
      else if (name === 'meta') {
        if (inHead && HEAD_DATES.includes((at['property'] ?? at['name'] ?? item).toLowerCase()))
          add(found.head, at['content']);
        if (ITEM_DATES.includes(item)) add(found.items, at['content']);
      } else if (name === 'time') {
        add(found.times, at['datetime']);
        if (item === 'datepublished' || 'pubdate' in at || /\bpublished\b/u.test(at['class'] ?? ''))
          add(found.marked, at['datetime']);
      } else if (name === 'script') {
        if (at['id'] === '__UNIVERSAL_DATA_FOR_REHYDRATION__') script = { lists: [found.drawn], text: '' };
        else if (at['type']?.toLowerCase() === 'application/ld+json')
          script = { lists: inHead ? [found.headData, found.data] : [found.data], text: '' };
      }
    },
    ontext(part) {
      if (script && script.text.length < MAX_SCRIPT) script.text += part;
    },
    onclosetag(name) {
      if (name === 'script' && script) {
        for (const list of script.lists) add(list, script.text);
        script = null;
      }
    },
  });
  return found;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/u;

/** A date of HTML or JSON-LD. A day without an hour lasts until its end; an hour without a zone is that of UTC. */
function dateIn(text: string): Date | null {
  const [, day = '', hour = '', zone = 'Z'] = MOMENT.exec(text.trim()) ?? [];
  const written = day
    ? `${day}T${hour}${zone.replace(/^([+-]\d{2})(\d{2})$/u, '$1:$2')}`
    : DAY.test(text.trim())
      ? `${text.trim()}T23:59:59Z`
      : '';
  const at = new Date(written);
  return Number.isNaN(at.getTime()) ? null : at;
}
const datesIn = (texts: readonly unknown[]): Date[] =>
  texts.flatMap((text) => (typeof text === 'string' ? (dateIn(text) ?? []) : []));

type Node = Readonly<Record<string, unknown>>;
const nodesIn = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is Node => typeof one === 'object' && one !== null);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const COMMENT = /comment|answer/iu;
/** Names alone: whatever writes a value of a stranger as text fails on one that is nested deeply enough. */
const typesOf = (node: Node): string[] => [node['@type']].flat().filter((type) => typeof type === 'string');
/** Of what the page is about: dates of comments and of other works below it are theirs. */
const jsonLdDates = (blocks: readonly string[]): Date[] =>
  datesIn(
    blocks
      .flatMap((text) => nodesIn(parsed(text)))
      .flatMap((node) => [node, ...nodesIn(node['@graph']), ...nodesIn(node['mainEntity'])])
      .filter((node) => !typesOf(node).some((type) => COMMENT.test(type)))
      .flatMap(({ datePublished, uploadDate }) => [datePublished, uploadDate]),
  );

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** `12 likes, 3 comments - name on May 1, 2026: "text"`: what stands before the text is Instagram's. */
function instagramDates(descriptions: readonly string[]): Date[] {
  return descriptions.flatMap((text) => {
    const [, name = '', day = '', year] =
      /^[^"“:]{0,150}\s-\s[\w.]{1,40}\son\s([A-Z][a-z]{2,8}) (\d{1,2}), (\d{4}):/u.exec(text) ?? [];
    const month = MONTHS.indexOf(name) + 1;
    return month > 0 ? datesIn([`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`]) : [];
  });
}

/** The data of the post on TikTok's page; nothing else on it. */
function tiktokDates(drawn: readonly string[]): Date[] {
  const path = ['__DEFAULT_SCOPE__', 'webapp.video-detail', 'itemInfo', 'itemStruct', 'createTime'];
  return drawn.flatMap((text) => {
    const stated = path.reduce<unknown>((value, key) => nodesIn(value)[0]?.[key], parsed(text));
    const seconds = typeof stated === 'string' || typeof stated === 'number' ? Number(stated) : 0;
    return seconds > 0 && seconds < 1e11 ? [new Date(seconds * 1_000)] : [];
  });
}

/** Days that a page states, in no order. */
export interface StatedDates {
  /** On which it says that the post was published. */
  published: readonly Date[];
  /** Where it states none of those: others, which may be those of comments or other works. */
  mentioned: readonly Date[];
}

/**
 * Of a network's page only what the network itself writes counts: its head, and the data of the post. Elsewhere the `time`
 * elements count where neither the head nor JSON-LD states a day, those first that are marked as the day of publication.
 */
export function datesOf(network: PostNetwork | null, html: string, descriptions: readonly string[]): StatedDates {
  const { head, items, times, marked, headData, data, drawn } = statedIn(html);
  const stated = [...datesIn(head), ...jsonLdDates(network === null ? data : headData)];
  switch (network) {
    case null: {
      const published = stated.length > 0 ? stated : datesIn(marked);
      return { published, mentioned: published.length > 0 ? [] : datesIn(times) };
    }
    case 'instagram':
      return { published: [...stated, ...instagramDates(descriptions)], mentioned: [] };
    case 'tiktok':
      return { published: [...stated, ...tiktokDates(drawn)], mentioned: [] };
    case 'youtube':
      return { published: [...stated, ...datesIn(items)], mentioned: [] };
  }
}
