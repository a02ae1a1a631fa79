import { createInstance } from 'i18next';
import { directionOf, type Locale } from '../../../server/core/locale.ts';
import { isolateInSentence } from '../../../src/lib/isolate-bidi.ts';
import { entriesOf, resourcesOf, type Entry } from './catalog.ts';
import { COUNTS, isKnownPlaceholder, SCENARIOS, valueOf, type Scenario } from './values.ts';

export interface Rendered {
  namespace: string;
  key: string;
  /** Scenario, and the number of items where the text has plural forms. */
  with: string;
  text: string;
  faults: string[];
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/u;
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/gu;

type Translate = (key: string, values: Record<string, string | number>) => string;

/** i18next as the client starts it, with one language and all its files. */
async function clientTexts(locale: Locale): Promise<Translate> {
  const texts = createInstance();
  await texts.init({
    lng: locale,
    fallbackLng: false,
    initAsync: false,
    resources: { [locale]: resourcesOf(locale) },
    interpolation: { escapeValue: true, escape: (value: string) => isolateInSentence(value, directionOf(locale)) },
  });
  // Keys are read from the files, so they are known at run time only.
  return texts.getFixedT(locale) as unknown as Translate;
}

/** Words that a language repeats rightly: "nous nous", and in Arabic "one by one". */
const REPEATED: Partial<Record<Locale, RegExp>> = { fr: /^(?:nous|vous)$/iu, ar: /^(?:واحدة|نقطة)$/u };

/** Marks that only a rendered text can show. */
export function faultsOfRendered(text: string, locale: Locale): string[] {
  const faults: string[] = [];
  // `<date/>` is put in by a component, all other tags are around words.
  const plain = text.replace(/<\w+\/>/gu, '…').replace(/<[^>]*>/gu, '');
  if (/\{\{|\}\}|undefined|NaN|\[object/u.test(plain)) faults.push('a value is missing');
  if (/[ \u00a0\u202f]{2,}/u.test(plain)) faults.push('two spaces in a row');
  if (/ [,.](?=\s|$)/u.test(plain)) faults.push('a space before a mark');
  if (/([,;:،؛，。；：])\1|(?<!\.)\.\.(?!\.)|[.,;:] [,;:.]/u.test(plain)) faults.push('two marks in a row');
  for (const [, word = ''] of plain.matchAll(/(?<![\p{L}\p{N}])(\p{L}{2,}) \1(?![\p{L}\p{N}])/giu))
    if (!REPEATED[locale]?.test(word)) faults.push(`"${word}" twice`);
  if ((text.match(/[\u2066-\u2068]/gu)?.length ?? 0) !== (text.match(/\u2069/gu)?.length ?? 0))
    faults.push('an isolate is not closed');
  return faults;
}

function variantsOf({ namespace, key, text }: Entry, t: Translate, locale: Locale): Rendered[] {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map((m) => m[1] ?? ''))];
  const unknown = names.filter((name) => !isKnownPlaceholder(name));
  if (unknown.length > 0)
    throw new Error(`${namespace}:${key} has a placeholder without a sample value: ${unknown.join(', ')}`);
  const scenarios: readonly Scenario[] = names.length === 0 ? ['long'] : SCENARIOS;
  const plural = PLURAL.test(key);
  return scenarios.flatMap((scenario) => {
    const values = Object.fromEntries(names.map((name) => [name, valueOf(name, locale, scenario)]));
    const counts = plural ? COUNTS : [null];
    return counts.map((count) => {
      const rendered = t(`${namespace}:${plural ? key.replace(PLURAL, '') : key}`, {
        ...values,
        ...(count === null ? (names.includes('count') ? { count: 100 } : {}) : { count }),
      });
      return {
        namespace,
        key,
        with: [names.length > 0 ? scenario : '', count === null ? '' : `${count}`].filter(Boolean).join(', '),
        text: rendered,
        faults: faultsOfRendered(rendered, locale),
      };
    });
  });
}

/** Every text of a language with its longest values: names, amounts, dates, and each number of items. */
export async function renderAll(locale: Locale): Promise<Rendered[]> {
  const t = await clientTexts(locale);
  const seen = new Set<string>();
  return entriesOf(locale).flatMap((entry) => {
    const base = `${entry.namespace}:${entry.key.replace(PLURAL, '')}`;
    // Plural forms of one text are rendered once, by the number of items.
    if (PLURAL.test(entry.key)) {
      if (seen.has(base)) return [];
      seen.add(base);
      const longest = entriesOfBase(locale, entry);
      return variantsOf({ ...entry, text: longest }, t, locale);
    }
    return variantsOf(entry, t, locale);
  });
}

const byBase = new Map<Locale, Map<string, string>>();
/** All plural forms of a text joined, so that no placeholder is missed. */
function entriesOfBase(locale: Locale, { namespace, key }: Entry): string {
  let bases = byBase.get(locale);
  if (!bases) {
    bases = new Map();
    for (const entry of entriesOf(locale)) {
      const base = `${entry.namespace}:${entry.key.replace(PLURAL, '')}`;
      bases.set(base, `${bases.get(base) ?? ''} ${entry.text}`);
    }
    byBase.set(locale, bases);
  }
  return bases.get(`${namespace}:${key.replace(PLURAL, '')}`) ?? '';
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A page to read the texts of one language on: every text as it is shown, those with faults first. */
export function sheetHtml(locale: Locale, rendered: readonly Rendered[]): string {
  const rows = [...rendered]
    .sort((a, b) => b.faults.length - a.faults.length)
    .map(
      ({ namespace, key, with: scenario, text, faults }) =>
        `<tr${faults.length > 0 ? ' class="fault"' : ''}><td dir="ltr"><code>${namespace}:${escapeHtml(key)}</code><br><small>${scenario}</small></td><td>${escapeHtml(text)}</td><td dir="ltr">${escapeHtml(faults.join('; '))}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8"><title>${locale}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;width:100%}td{border-top:1px solid #ccc;padding:.4rem .6rem;vertical-align:top;text-align:start}.fault{background:#fee}code,small{font-size:12px;color:#555}td:first-child{width:20rem;overflow-wrap:anywhere}</style>
<table>
${rows}
</table></html>
`;
}
