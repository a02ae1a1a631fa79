const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const OTHER = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'];
const LONGER = 0.4;

/** Unchanged parts: placeholders and tags. */
const KEPT = /(\{\{[^}]*\}\}|<[^>]*>)/u;

/** `Save` → `⟦Šåṽé~~⟧`: readable, with other letters, 40 % longer, with both ends marked. */
export function pseudoText(text: string): string {
  const other = text
    .split(KEPT)
    .map((part) =>
      KEPT.test(part)
        ? part
        : [...part].map((letter) => (PLAIN.includes(letter) ? OTHER[PLAIN.indexOf(letter)] : letter)).join(''),
    )
    .join('');
  const padding = Array.from({ length: Math.ceil(text.length * LONGER) }, (_, i) => (i % 6 === 5 ? ' ' : '~'))
    .join('')
    .trimEnd();
  return `⟦${other}${padding}⟧`;
}

/** The same for every text of a file of texts. */
export function pseudo(texts: unknown): unknown {
  if (typeof texts === 'string') return pseudoText(texts);
  if (Array.isArray(texts)) return texts.map(pseudo);
  return typeof texts === 'object' && texts !== null
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudo(value)]))
    : texts;
}
