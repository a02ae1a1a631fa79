import { parseHtml } from './parse-html.ts';

const MAX_FOUND = 20;
/** Of one value; the longest text of a post has a quarter of it. */
const MAX_VALUE = 20_000;

/** What the head of a page states. */
export interface HtmlHead {
  /** Values of the `meta` elements of a name or property in small letters, in their order. */
  meta(name: string): readonly string[];
  canonical: string | null;
}

/** Reads what stands before the body. By a parser: on a page that was built for it, an expression searches for hours. */
export function readHead(html: string): HtmlHead {
  const found = new Map<string, string[]>();
  let canonical: string | null = null;
  let inHead = true;
  parseHtml(
    html,
    {
      onopentag(name, at) {
        if (name === 'body') inHead = false;
        if (!inHead) return;
        if (name === 'link' && at['rel']?.toLowerCase() === 'canonical') canonical ??= at['href'] ?? null;
        const of = name === 'meta' ? (at['property'] ?? at['name'])?.toLowerCase() : undefined;
        if (of === undefined) return;
        const values = found.get(of) ?? [];
        if (values.length < MAX_FOUND) found.set(of, [...values, (at['content'] ?? '').slice(0, MAX_VALUE)]);
      },
    },
    () => inHead,
  );
  return { meta: (name) => found.get(name) ?? [], canonical };
}
