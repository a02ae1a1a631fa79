import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { readSources } from './support/sources.ts';
import { MAX_WORDS, measureEnglish } from '../scripts/lib/texts/measure.ts';
import { entriesOf } from '../scripts/lib/texts/catalog.ts';
import { CONSENT_VERSION } from '../server/features/consents/rules.ts';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { policyFigures } from '../server/features/agreements/figures/rules.ts';
import {
  isInForce,
  POLICIES,
  type Policy,
  POLICY_SECTIONS,
  POLICY_VERSIONS,
  versionInForce,
} from '../server/features/policies/rules.ts';

/** Sections that the law or the product demands; a text may have more. */
const REQUIRED: Record<Policy, string[]> = {
  terms: [
    ...['operator', 'parties', 'accounts', 'fees', 'taxes', 'invoices', 'reporting', 'money', 'insolvency', 'clocks'],
    ...[
      'review',
      'refunds',
      'disputes',
      'chargebacks',
      'setoff',
      'payouts',
      'agents',
      'content',
      'advertising',
      'prohibited',
    ],
    ...['conduct', 'reports', 'decisions', 'ranking', 'complaints', 'automation', 'ending', 'liability', 'indemnity'],
    ...['force', 'changes', 'law', 'general'],
  ],
  privacy: [
    ...[
      'who',
      'data',
      'interests',
      'required',
      'people',
      'processors',
      'provider',
      'networks',
      'transfers',
      'automated',
      'minors',
    ],
    ...['security', 'deletion', 'rights', 'eu', 'uk', 'california', 'brazil', 'china', 'changes'],
  ],
  cookies: ['what', 'list', 'choices', 'payment', 'changes'],
};

const isPolicy = (namespace: string) => namespace.startsWith('policy-');

interface Section {
  title: string;
  summary: string;
  text: string[];
  items?: string[];
}
const sectionsOf = (policy: Policy, locale: Locale) =>
  (JSON.parse(readFileSync(`locales/${locale}/policy-${policy}.json`, 'utf8')) as { section: Record<string, Section> })
    .section;

/** Numbers that are no figure of the product: articles, laws, forms and their dates. */
const LISTED: [RegExp, reason: string][] = [
  [/\(?(?:EU|UE|ЕС|الاتحاد الأوروبي|欧盟第)\)? ?(?:2022\/2065|2019\/1150)/gu, 'Digital Services Act, P2B regulation'],
  [/(?:Articles?|artículo|articolo|artigo|стать[яе]|المادة) \d+(?:\(\w\))*/giu, 'an article of a law'],
  [/第\d+条(?:第\d款)?/gu, 'an article of a law'],
  [/DAC7/gu, 'the directive'],
  [/1099-K/gu, 'the form'],
  [
    /9 (?:June|juin|giugno|июня|يونيو) 2023|9 de (?:junio|junho) de 2023|2023年6月9日/gu,
    'the French law on commercial influence',
  ],
];

describe('legal texts', () => {
  for (const policy of POLICIES) {
    it(`${policy}: every required section in every language, with title, summary and text`, () => {
      expect(POLICY_SECTIONS[policy]).toEqual(expect.arrayContaining(REQUIRED[policy]));
      for (const locale of LOCALES) {
        const sections = sectionsOf(policy, locale);
        expect(Object.keys(sections).sort(), locale).toEqual([...POLICY_SECTIONS[policy]].sort());
        for (const [id, { title, summary, text }] of Object.entries(sections)) {
          expect(title, `${locale} ${id}`).toMatch(/\p{L}/u);
          expect(summary, `${locale} ${id}`).toMatch(/\p{L}/u);
          expect(text.length, `${locale} ${id}`).toBeGreaterThan(0);
        }
      }
    });

    it(`${policy}: each version after the first says in every language what changed`, () => {
      for (const locale of LOCALES) {
        const { changes } = JSON.parse(readFileSync(`locales/${locale}/agreements.json`, 'utf8')) as {
          changes: Partial<Record<Policy, Record<string, string[]>>>;
        };
        expect(Object.keys(changes[policy] ?? {}), locale).toEqual(POLICY_VERSIONS[policy].slice(0, -1));
      }
    });
  }

  it('are in force from their day on: before it the version before is, and who accepted either accepts nothing anew', () => {
    const [newest, before] = POLICY_VERSIONS.terms;
    const day = new Date(`${newest}T00:00:00Z`);
    const eve = new Date(day.getTime() - 1);
    expect([versionInForce('terms', eve), versionInForce('terms', day)]).toEqual([before, newest]);
    expect([isInForce(newest, eve), isInForce(newest, day)]).toEqual([false, true]);
    expect(newest >= versionInForce('terms', eve)).toBe(true);
    expect(versionInForce('terms', new Date(0))).toBe(POLICY_VERSIONS.terms.at(-1));
  });

  it('have no digits of their own: figures come from the constants of the product', () => {
    const found = LOCALES.flatMap((locale) =>
      entriesOf(locale)
        .filter(({ namespace }) => isPolicy(namespace))
        .map(({ namespace, key, text }) => ({
          name: `${locale} ${namespace}:${key}`,
          rest: LISTED.reduce(
            (now, [listed]) => now.replace(listed, ''),
            text.replace(/\{\{\w+\}\}|<\/?\w+\/?>|[\u2066-\u2069]/gu, ''),
          ),
        }))
        .filter(({ rest }) => /\p{N}/u.test(rest))
        .map(({ name, rest }) => `${name}: ${rest}`),
    );
    expect(found).toEqual([]);
  });

  it('use figures that exist, and every figure is used', () => {
    const used = new Set(
      entriesOf('en')
        .filter(({ namespace, key }) => namespace.startsWith('policy-') && !key.startsWith('clock.'))
        .flatMap(({ text }) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map((match) => match[1] ?? '')),
    );
    const known = Object.keys(policyFigures('en'));
    const features = entriesOf('en').filter(({ namespace }) => namespace === 'features');
    expect([...used].filter((name) => !known.includes(name))).toEqual([]);
    expect(
      known.filter((name) => !used.has(name) && !features.some(({ text }) => text.includes(`{{${name}}}`))),
    ).toEqual([]);
  });

  it('name the periods that the code deletes by: no feature has one of its own', () => {
    const registers = readSources('server/features', /\/register\.ts$/u);
    expect(registers.length).toBeGreaterThan(10);
    expect(registers.filter(({ text }) => /pastDays\(\s*\d/u.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it(`have no English sentence of more than ${MAX_WORDS.legal} words`, () => {
    const long = measureEnglish().filter(
      ({ namespace, words }) => namespace.startsWith('policy-') && words > MAX_WORDS.legal,
    );
    expect(long.map(({ namespace, key, words, text }) => `${namespace}:${key} ${words}: ${text}`)).toEqual([]);
  });
});

/** SHA-256 of the texts of the cookie choices in every language, with the version whose consent they belong to. */
const CONSENT_TEXTS = {
  version: '2026-11-24',
  sha256: '0c32920773ba6b1ff47c6c95752ffeccf682e984fcf957360073c588c447ee58',
};

test('a changed text of the cookie choices raises CONSENT_VERSION, so that every visitor sees them again', () => {
  const sha256 = createHash('sha256');
  for (const locale of LOCALES) sha256.update(readFileSync(`locales/${locale}/consent.json`));
  expect(
    { version: CONSENT_VERSION, sha256: sha256.digest('hex') },
    'raise CONSENT_VERSION, then write both here',
  ).toEqual(CONSENT_TEXTS);
});
