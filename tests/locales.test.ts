import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../server/core/errors.ts';
import { ALL_STAFF } from '../server/core/staff-roles.ts';
import { staffContext } from '../server/core/staff.ts';
import { RIGHTS } from '../server/features/rights.gen.ts';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { entriesOf } from '../scripts/lib/texts/catalog.ts';
import { faultsOf, typeset } from '../scripts/lib/texts/typography.ts';
import { readSources } from './support/sources.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/u;
const NAMESPACES = readdirSync('locales/en').map((file) => file.replace(/\.json$/u, ''));
const OTHERS = LOCALES.filter((locale) => locale !== 'en');
const SOURCES = [...readSources('src', /\.tsx?$/u), ...readSources('server', /\.ts$/u)].filter(
  ({ path }) => !path.endsWith('.gen.ts'),
);

/** Words that are the same in another language: names, and what the trade says in English. */
const SAME_EVERYWHERE = new Set([
  ...['Sponsio', 'Instagram', 'TikTok', 'YouTube', 'Stripe', 'IBAN', 'SEPA', 'Temporal', 'Visa', 'EUR', 'GBP', 'USD'],
  ...['Blog', 'Reel', 'Story', 'Short', 'Photos', 'Article', 'Tech', 'Media kit'],
]);
/** Fixed labels every screen may use, kept whether or not one does today. */
const SHARED_LABELS = /^common:(label|action)\./u;
/** Words that one language shares with English; a text made of nothing else is translated. */
const SHARED_WORDS: Partial<Record<Locale, string>> = {
  fr: 'action actions article articles barbecue blog brief brunch budget budgets clause clauses client clients cocktails commission condition conditions contact date design dimension dimensions documents exclusion finance food format formats golf hip hop image images instruction instructions lifestyle long marketing mention message messages minute minutes mode niche note notes notification notifications nutrition option options padel page pages pause photo photos pilates podcasts portion position question questions reel reels restaurants science secret service services session short shorts signature signatures sneakers solution source sources status stories story street streetwear suspension tech tennis total transaction type types version versions video yoga',
  es: 'anime barbecue blog brief brunch cocktail cocktails cosplay design dj error esport esports fashion final finance fitness food gadget games gaming general global golf hip hop lifestyle local marketing nutrition original padel personal pets pilates pizza podcast podcasts reel reels running science shopping skate sneakers social spa stories story street streetwear tech tennis total vintage yoga',
  it: 'account anime barbecue blog brand brief brunch budget business clip cocktail cocktails cosplay creator deal design dj email esport esports fashion file finance fitness food freelance gadget games gaming golf hashtag hip home hop inbox influencer lifestyle link marketing menu nutrition online padel password pets pilates pizza podcast podcasts post reel reels running science shopping short skate sneakers spa staff stories story street streetwear team tech tennis video vintage yoga',
  pt: 'anime barbecue blog brief brunch cocktail cocktails cosplay design dj esport esports fashion final finance fitness food gadget games gaming global golf hip hop horizontal lifestyle local marketing nutrition original padel pets pilates pizza podcast podcasts reel reels running science shopping skate sneakers social spa stories story street streetwear tech tennis total vertical vintage virtual yoga',
};
/** One form of address per language, in the app, its mails and its policies; what belongs to the other one. */
const OTHER_ADDRESS: Partial<Record<Locale, RegExp>> = {
  fr: /(?<![\p{L}’'-])(tu|toi|ton|tes)(?![\p{L}-])/iu,
  es: /(?<!\p{L})(usted|ustedes)(?!\p{L})/iu,
  it: /(?<!\p{L})(Lei|voi|vostr[oaie])(?!\p{L})/u,
  pt: /(?<!\p{L})(tu|teus?|tuas?|contigo|vosso|vossa)(?!\p{L})/iu,
  zh: /您/u,
  ru: /(?<!\p{L})(ты|тебя|тебе|тво[йяеёи])(?!\p{L})/iu,
};
/** Italian texts with "finché" without "non". */
const AS_LONG_AS = [
  'clauses:clause.cancellation.body',
  'clauses:clause.cancellationFee.body',
  'clauses:clause.cancellationFeeUntilOverdue.body',
  'clauses:clause.cancellationUntilOverdue.body',
  'clauses:clause.deliveryOrMoreTime.body',
  'notifications:payment_returned.body',
  'policy-terms:section.clocks.text.1',
];
/**
 * Where the texts of states stand: tables of states and stages, tags, tabs, filters and the totals of a state. A text
 * that stands in one of them names a state wherever else it occurs.
 */
const STATE_TABLE =
  /[.:](?:\w*[sS]tates?|\w*Words?|word|outcomes|turn|escrowPart|bucket|strip|pipeline|box|filter|tabs?|board\.stage|application)\.[\w.]+$|\.tag$/u;
/** Labels of columns, dates and rows of a document: they name what stands beside them, not a state. */
const NOT_A_STATE = /[.:](?:column|date|csv|total|posting)\./u;
const MAX_STATE_WORDS = 4;
/** Texts that read like a state in English and mean something else there. */
const OTHER_CONCEPTS: { keys: string[]; reason: string }[] = [
  {
    keys: ['incoming:strip.paid', 'payouts:bucket.paid', 'payouts:payoutState.paid'],
    reason: 'has arrived at the creator’s bank; elsewhere the brand has paid',
  },
  {
    keys: ['home:pipeline.paid', 'campaigns:deals.paid'],
    reason: 'the creator was paid; elsewhere the brand has paid',
  },
  { keys: ['home:task.review.button'], reason: 'a button' },
  {
    keys: [
      'ads:state.live',
      'ads:state.paused',
      'ads:state.expired',
      'ads:state.closed',
      'ads:state.filled',
      'ads:state.removed',
      'ads:mine.tab.live',
      'ads:mine.tab.expired',
      'ads:mine.tab.closed',
    ],
    reason: 'an ad is shown and its time ends; a campaign takes applications, an offer is answered',
  },
];
const MIN_CAP = 3;
const CAP = 0.03;

describe('every language says the same things', () => {
  it('in the same files', () => {
    for (const locale of LOCALES)
      expect(readdirSync(`locales/${locale}`).sort(), locale).toEqual(NAMESPACES.map((name) => `${name}.json`).sort());
  });

  it('to the reader in one form of address', () => {
    const others = Object.entries(OTHER_ADDRESS).flatMap(([locale, other]) =>
      NAMESPACES.flatMap((namespace) =>
        Object.entries(textsOf(locale as Locale, namespace))
          .filter(([, text]) => other.test(text))
          .map(([key, text]) => `${locale} ${namespace}:${key} ${text}`),
      ),
    );
    expect(others).toEqual([]);
  });

  it.each(LOCALES)('with the spaces, quotation marks and dots of its typography: %s', (locale) => {
    const entries = entriesOf(locale);
    const open = entries.filter(({ text }) => typeset(locale, text) !== text).map(nameOf);
    expect(open, 'npm run texts -- --typeset writes them').toEqual([]);
    expect(
      entries.flatMap((entry) => faultsOf(locale, entry.text).map((fault) => `${nameOf(entry)}: ${fault}`)),
    ).toEqual([]);
  });

  // "Finché" alone is "as long as", "finché non" is "until": the two are easily confused, so each one is listed.
  it('in Italian, with each "finché" that means "as long as"', () => {
    const alone = entriesOf('it').filter(({ text }) =>
      /finch[éè](?! non)/iu.test(text.replace(/finch[éè](?:\s+\S+){1,3}?\s+non/giu, '')),
    );
    expect(alone.map(({ namespace, key }) => `${namespace}:${key}`).sort()).toEqual([...AS_LONG_AS].sort());
  });

  it('with one translation for each state, wherever it is shown', () => {
    const english = textsOfAll('en');
    const states = new Set(
      [...english].filter(([key, text]) => STATE_TABLE.test(key) && isLabel(text)).map(([, text]) => text),
    );
    const conceptOf = (key: string) => OTHER_CONCEPTS.findIndex(({ keys }) => keys.includes(key));
    const groups = new Map<string, string[]>();
    for (const [key, text] of english) {
      if (!states.has(text) || NOT_A_STATE.test(key)) continue;
      const group = `${text} ${conceptOf(key)}`;
      groups.set(group, [...(groups.get(group) ?? []), key]);
    }
    const different = OTHERS.flatMap((locale) => {
      const texts = textsOfAll(locale);
      return [...groups.values()].flatMap((keys) => {
        const given = keys.map((key) => texts.get(key) ?? '');
        return given.every((text) => isSameWord(locale, text, given[0] ?? ''))
          ? []
          : [`${locale} ${keys.map((key, at) => `${key}: ${given[at]}`).join(' | ')}`];
      });
    });
    expect(different).toEqual([]);
    const listed = OTHER_CONCEPTS.flatMap(({ keys }) => keys);
    expect(
      listed.filter((key) => !states.has(english.get(key) ?? '')),
      'listed and no state',
    ).toEqual([]);
  });

  it('with the 50 data points that the specification has in every language but English', () => {
    const claiming = LOCALES.filter((locale) => textsOf(locale, 'landing')['features.matchingText']?.includes('50'));
    expect(claiming).toEqual(OTHERS);
  });

  for (const namespace of NAMESPACES) {
    describe(namespace, () => {
      const english = textsOf('en', namespace);

      it('with the same keys', () => {
        const expected = [...new Set(Object.keys(english).map(baseOf))].sort();
        for (const locale of OTHERS)
          expect([...new Set(Object.keys(textsOf(locale, namespace)).map(baseOf))].sort(), locale).toEqual(expected);
      });

      it('with the plural forms each language has', () => {
        const plurals = new Set(
          Object.keys(english)
            .filter((key) => PLURAL.test(key))
            .map(baseOf),
        );
        for (const locale of LOCALES) {
          const texts = textsOf(locale, namespace);
          const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
          for (const base of plurals) {
            const given = Object.keys(texts)
              .filter((key) => baseOf(key) === base && PLURAL.test(key))
              .map((key) => PLURAL.exec(key)?.[1] ?? '');
            const extra = given.filter((form) => form !== 'zero' && !(categories as string[]).includes(form));
            const missing = categories.filter((form) => !given.includes(form));
            expect({ missing, extra }, `${locale} ${namespace}:${base}`).toEqual({ missing: [], extra: [] });
          }
        }
      });

      it('with the same placeholders', () => {
        const problems = OTHERS.flatMap((locale) =>
          Object.entries(textsOf(locale, namespace)).flatMap(([key, text]) => {
            const expected = placeholdersOf(english[key] ?? english[`${baseOf(key)}_other`] ?? '');
            const given = placeholdersOf(text);
            // A form for exactly one or none may leave the number out: "one file".
            const spoken = /_(zero|one|two)$/u.test(key)
              ? expected.filter((name) => name !== 'count' || given.includes(name))
              : expected;
            return given.join() === spoken.join()
              ? []
              : [`${locale} ${namespace}:${key}: ${given.join(' ')} instead of ${expected.join(' ')}`];
          }),
        );
        expect(problems).toEqual([]);
      });

      it('with nothing empty and no white space at the ends', () => {
        const problems = LOCALES.flatMap((locale) =>
          Object.entries(textsOf(locale, namespace))
            .filter(([, text]) => text === '' || text !== text.trim())
            .map(([key]) => `${locale} ${namespace}:${key}`),
        );
        expect(problems).toEqual([]);
      });

      it('translated', () => {
        for (const locale of OTHERS) {
          const entries = Object.entries(textsOf(locale, namespace));
          const same = entries
            .filter(
              ([key, text]) =>
                text === english[key] && lettersOf(text) > 3 && !SAME_EVERYWHERE.has(text) && !isShared(text, locale),
            )
            .map(([key]) => key);
          expect(same.length, `${locale} ${namespace} left in English: ${same.join(', ')}`).toBeLessThanOrEqual(
            Math.max(MIN_CAP, Math.floor(entries.length * CAP)),
          );
        }
      });
    });
  }
});

describe('texts and code agree', () => {
  it('has a text for every refusal and none for others', () => {
    // Staff read who may do it instead of them.
    const roles = Object.values(RIGHTS).filter((may) => may.length < ALL_STAFF.length);
    const contexts = new Set(['author', ...roles.map(staffContext)]);
    const ofStaff = [...contexts].map((context) => `auth.not_allowed_${context}`);
    expect(Object.keys(textsOf('en', 'errors')).sort()).toEqual([...Object.keys(ERROR_CODES), ...ofStaff].sort());
  });

  it('has no refusal that no code raises', () => {
    const raised = new Set(
      SOURCES.flatMap(({ text }) =>
        [...text.replace(/'?[\w.]+'?: [45]\d\d,/gu, '').matchAll(/'(?=([\w.]+)')/gu)].map((match) => match[1] ?? ''),
      ),
    );
    // The rules of amounts name their problem, and callers add the area.
    const unused = Object.keys(ERROR_CODES).filter(
      (code) => !raised.has(code) && !(code.startsWith('money.') && raised.has(code.slice('money.'.length))),
    );
    expect(unused).toEqual([]);
  });

  it('has every key that code reads', () => {
    const missing = SOURCES.flatMap(({ path, text }) =>
      callsIn(text)
        .filter(({ key, namespaces }) => !namespaces.some((namespace) => hasKey(namespace, key)))
        .map(({ key, namespaces }) => `${path}: ${namespaces.join('|')}:${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('reads every key it has', () => {
    const usage = usageByNamespace();
    const unused = NAMESPACES.filter((namespace) => namespace !== 'errors').flatMap((namespace) => {
      const { literals, templates } = usage.get(namespace) ?? { literals: new Set(), templates: new Set() };
      const patterns = [...templates].map(patternOf);
      return [...new Set(Object.keys(textsOf('en', namespace)).map(baseOf))]
        .filter((key) => !isUsed(key, literals, patterns))
        .map((key) => `${namespace}:${key}`)
        .filter((key) => !SHARED_LABELS.test(key));
    });
    expect(unused).toEqual([]);
  });
});

function nameOf({ namespace, key, text }: { namespace: string; key: string; text: string }): string {
  return `${namespace}:${key} ${text}`;
}

function textsOf(locale: Locale, namespace: string): Record<string, string> {
  const known = cache.get(`${locale}/${namespace}`);
  if (known) return known;
  const texts: Record<string, string> = {};
  collect(JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')), '', texts);
  cache.set(`${locale}/${namespace}`, texts);
  return texts;
}

const cache = new Map<string, Record<string, string>>();

function collect(value: unknown, path: string, into: Record<string, string>): void {
  if (typeof value === 'string') into[path] = value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collect(inner, path ? `${path}.${key}` : key, into);
  else throw new Error(`${path} is no text`);
}

function textsOfAll(locale: Locale): Map<string, string> {
  return new Map(
    NAMESPACES.flatMap((namespace) =>
      Object.entries(textsOf(locale, namespace)).map(([key, text]): [string, string] => [`${namespace}:${key}`, text]),
    ),
  );
}

function isLabel(text: string): boolean {
  return !/[.?!:{<]/u.test(text) && text.split(' ').length <= MAX_STATE_WORDS;
}

/** One word, or the same word in another gender or number; Chinese does not inflect. */
function isSameWord(locale: Locale, one: string, other: string): boolean {
  if (locale === 'zh') return one === other;
  const words = [one, other].map((text) =>
    text
      .toLowerCase()
      .replace(/ё/gu, 'е')
      .replace(/[\u064B-\u0652]/gu, '')
      .split(/\s/u)
      .map((word) => word.replace(/^ال/u, '')),
  );
  const [first = [], second = []] = words;
  return first.length === second.length && first.every((word, at) => sharesStem(word, second[at] ?? ''));
}

/** All but the last two letters of the shorter one, which are the ending. */
function sharesStem(one: string, other: string): boolean {
  const stem = Math.max(2, Math.min(one.length, other.length) - 2);
  return one === other || one.slice(0, stem) === other.slice(0, stem);
}

function baseOf(key: string): string {
  return key.replace(PLURAL, '');
}

function placeholdersOf(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}|<(\/?\w+\/?)>/gu)].map((match) => match[1] ?? `<${match[2]}>`),
    ),
  ].sort();
}

function lettersOf(text: string): number {
  return text.replace(/\{\{[^}]*\}\}|<[^>]*>/gu, '').match(/\p{L}/gu)?.length ?? 0;
}

function isShared(text: string, locale: Locale): boolean {
  const shared = SHARED_WORDS[locale]?.split(' ') ?? [];
  const words =
    text
      .replace(/\{\{[^}]*\}\}|<[^>]*>/gu, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.every((word) => shared.includes(word));
}

function hasKey(namespace: string, key: string): boolean {
  if (!NAMESPACES.includes(namespace)) return false;
  const known = keysOf.get(namespace) ?? new Set(Object.keys(textsOf('en', namespace)).flatMap(namesOf));
  keysOf.set(namespace, known);
  return known.has(key);
}

const keysOf = new Map<string, Set<string>>();

/** What code may read a text by: its key, the key without its number, and the branches above it. */
function namesOf(key: string): string[] {
  const branches = key.split('.').map((_, index, parts) => parts.slice(0, index).join('.'));
  return [key, baseOf(key), ...branches.slice(1)];
}

/** Literal keys given to a function that `useTranslation` named in the same file, with the namespaces of that name. */
function callsIn(source: string): { key: string; namespaces: string[] }[] {
  const named = new Map<string, string[]>();
  for (const match of source.matchAll(/const \{([^}]*)\} = useTranslation\(([^)]*)\)/gu)) {
    const namespaces = [...(match[2] ?? '').matchAll(/'([\w-]+)'/gu)].map((inner) => inner[1] ?? '');
    const name = /\bt: (\w+)/u.exec(match[1] ?? '')?.[1] ?? (/\bt\b/u.test(match[1] ?? '') ? 't' : null);
    if (name) named.set(name, [...(named.get(name) ?? []), ...(namespaces.length > 0 ? namespaces : ['common'])]);
  }
  return [...named].flatMap(([name, namespaces]) =>
    [...source.matchAll(new RegExp(`(?<![\\w.])${name}\\(\\s*'([^'$]+)'`, 'gu'))].map((match) => {
      const [first = '', rest] = (match[1] ?? '').split(':');
      return rest === undefined ? { key: first, namespaces } : { key: rest, namespaces: [first] };
    }),
  );
}

interface KeyUsage {
  literals: Set<string>;
  templates: Set<string>;
}

/**
 * The keys and templates of keys that may be read from each namespace: those with its name before the colon, those in
 * files that name it, and those in files that name none, whose callers do.
 */
function usageByNamespace(): Map<string, KeyUsage> {
  const usage = new Map<string, KeyUsage>(
    NAMESPACES.map((namespace) => [namespace, { literals: new Set(), templates: new Set() }]),
  );
  for (const { text } of SOURCES) {
    const literals = [...text.matchAll(/(['"`])((?:[\w-]+:)?[\w.-]+)\1/gu)].map((match) => match[2] ?? '');
    const templates = templatesIn(text);
    const named = NAMESPACES.filter(
      (namespace) =>
        literals.includes(namespace) ||
        (namespace === 'common' && text.includes('useTranslation()')) ||
        [...literals, ...templates].some((literal) => literal.startsWith(`${namespace}:`)),
    );
    const add = (literal: string, to: (entry: KeyUsage, key: string) => void) => {
      const [, prefix, key = ''] = /^(?:([\w-]+):)?(.*)$/u.exec(literal) ?? [];
      const namespaces = prefix === undefined ? (named.length > 0 ? named : NAMESPACES) : [prefix];
      for (const namespace of namespaces) {
        const entry = usage.get(namespace);
        if (entry) to(entry, key);
      }
    };
    for (const literal of literals) add(literal, ({ literals: known }, key) => known.add(key));
    // A branch that is read as a whole is a template without a variable.
    const branches = [...text.matchAll(/'([\w:.-]+)', \{ returnObjects: true/gu)].map((match) => match[1] ?? '');
    for (const template of [...templates, ...branches]) add(template, ({ templates: known }, key) => known.add(key));
  }
  return usage;
}

/** Templates like `states.${state}.title`, which name several keys. */
function templatesIn(source: string): string[] {
  return [...source.matchAll(/`((?:[\w-]+:)?(?:[\w.-]|\$\{[^`{}]*\})*\$\{[^`{}]*\}(?:[\w.-]|\$\{[^`{}]*\})*)`/gu)]
    .map((match) => match[1] ?? '')
    .filter((template) => /[a-zA-Z]{2,}[._]\$|\$\{[^}]*\}\.[a-zA-Z]{2,}/u.test(template.replace(/^[\w-]+:/u, '')));
}

function patternOf(template: string): RegExp {
  return new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
      .join('.+')}(?:\\..+)?$`,
    'u',
  );
}

function isUsed(key: string, literals: ReadonlySet<string>, patterns: readonly RegExp[]): boolean {
  if (literals.has(key) || patterns.some((pattern) => pattern.test(key))) return true;
  // A whole branch is read at once: lists and tables of texts. A context variant belongs to its base.
  const branches = key
    .split('.')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('.'));
  return (
    branches.some((branch) => literals.has(branch) && branch.includes('.')) ||
    literals.has(key.replace(/_[a-z]+$/u, ''))
  );
}
