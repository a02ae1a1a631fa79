import type { FeeTerms } from '../../../../server/features/ledger/charges/rules.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../../server/core/locale.ts';
import { durationWords } from '../../../../server/core/duration-words.ts';
import {
  buildClauses,
  CLAUSE_VALUES,
  clauseBlocks,
  clauseWords,
  CLAUSES,
  clockOf,
  isFormer,
  isItem,
  needsFrenchClauses,
  type ClauseKey,
} from '../../../../server/features/clauses/rules.ts';
import type { ClauseDto } from '../../../../server/features/contracts/schema.ts';
import { LIBRARY_CLAUSES } from '../../../../server/features/terms/rules.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';

interface Texts {
  clause: Record<string, { title?: string; body: string; plain?: string }>;
  value: Record<string, Record<string, string>>;
}
const textsIn = (locale: Locale): Texts => JSON.parse(readFileSync(`locales/${locale}/clauses.json`, 'utf8')) as Texts;

const terms: DealTerms = {
  currency: 'EUR',
  deliverables: [
    { id: 'a', platform: 'tiktok', format: 'short', count: 2, notes: 'Daylight', brief: ['Name the place'] },
  ],
  milestones: [{ title: 'Clips', amount: 120_000, dueAt: new Date('2026-12-10T12:00:00Z'), deliverableIds: ['a'] }],
  rights: { use: 'paid_ads', days: 90, territory: 'France' },
  exclusivity: { days: 30, category: 'Coffee' },
  revisions: 2,
  killFeeBps: 1000,
  disclosureCountry: 'FR',
  disclosureText: 'Publicité',
  releaseTrigger: 'on_approval',
  goods: { description: 'Dinner for two', value: 8_000 },
  clocks: {
    signature: 'P7D',
    funding: 'PT72H',
    review: 'P5D',
    extension: 'PT72H',
    revisionTurn: 'P3D',
    overdueAfter: 'PT24H',
    grace: 'P7D',
    clearing: 'PT30S',
    cancelAnswer: 'PT72H',
  },
};
const sparse: DealTerms = {
  ...terms,
  rights: { use: 'organic', days: 1, territory: '' },
  exclusivity: { days: 0, category: '' },
  revisions: 0,
  killFeeBps: 0,
  disclosureCountry: 'GB',
  clocks: { ...terms.clocks, clearing: 'PT0S' },
};
/** Terms whose money waits for the post. */
const WAITING: DealTerms[] = [
  [0, 10_000, 0],
  [5_000, 5_000, 0],
  [5_000, 3_000, 2_000],
].map(([approvalBps = 0, liveBps = 0, holdbackBps = 0]) => ({
  ...terms,
  releaseTrigger: approvalBps > 0 ? 'split' : 'on_live',
  release: { approvalBps, liveBps, holdbackBps },
  clocks: {
    ...terms.clocks,
    posting: 'P7D',
    ...(holdbackBps > 0 ? { postGrace: 'PT72H', retention: 'P30D' } : {}),
  },
}));
/** Terms that count working days. */
const WORKING: DealTerms = { ...terms, clocks: { ...terms.clocks, workingDaysIn: 'Europe/Paris' } };
const parties = { brand: 'Café Lumen', creator: 'Maya', agency: { name: 'Vidal', commissionBps: 1500 } };
const plainFee = { bps: 500, fixed: 0, minimum: null, maximum: null };
const facts = { fee: plainFee, taxBps: 2000, language: 'fr', operator: 'Operator SAS' };
const clauses = (
  t: DealTerms,
  agency = parties.agency as typeof parties.agency | null,
  fee: FeeTerms = plainFee,
): ClauseDto[] => buildClauses(t, { ...parties, agency }, { ...facts, fee });
const keysOf = (t: DealTerms): string[] => clauses(t).map((c) => c.key);

describe('clauses', () => {
  it('follow from the terms, and every clause that is not a former one can follow', () => {
    expect(clauses(terms)).toEqual(clauses(structuredClone(terms)));
    const library = LIBRARY_CLAUSES.map((key) => ({ key, title: '', text: '' }));
    const worded = [
      { key: 'conduct' as const, title: '', text: 'In our words' },
      { key: 'own' as const, title: 'Parking', text: 'The brand pays for parking.' },
    ];
    const added: DealTerms[] = [library, worded].map((more) => ({ ...terms, clauses: more }));
    const withSums = clauses(terms, null, { bps: 500, fixed: 100, minimum: 1_000, maximum: 10_000 });
    expect(
      new Set([...[terms, sparse, WORKING, ...WAITING, ...added].flatMap(keysOf), ...withSums.map((c) => c.key)]),
    ).toEqual(new Set((Object.keys(CLAUSES) as ClauseKey[]).filter((key) => !isFormer(key))));
    expect(clauses(terms, null).map((c) => c.key)).not.toContain('agency');
  });

  it('write working days in days, and other clocks as they are signed', () => {
    const valuesOf = (t: DealTerms) => Object.assign({}, ...clauses(t).map(({ values }) => values)) as object;
    expect(valuesOf(WORKING)).toMatchObject({
      extensionDuration: 'P3D',
      fundingDuration: 'PT72H',
      zone: 'Europe/Paris',
    });
    expect(valuesOf(terms)).toMatchObject({ extensionDuration: 'PT72H', fundingDuration: 'PT72H' });
  });

  it('name the written form of French law from 1,000 EUR on', () => {
    const { goods: _goods, ...bare } = terms;
    const at = (amount: number): boolean =>
      keysOf({ ...bare, milestones: [{ ...terms.milestones[0]!, amount }] }).includes('frenchLaw');
    expect([at(99_999), at(100_000)]).toEqual([false, true]);
    expect(keysOf({ ...terms, disclosureCountry: 'ES' })).not.toContain('frenchLaw');
    const of = (cents: number, more: Partial<DealTerms> = {}) => ({
      ...bare,
      milestones: [{ ...terms.milestones[0]!, amount: cents }],
      ...more,
    });
    const before = (cents: number, otherCurrency = false) => ({ cents, otherCurrency });
    const goods = { description: 'A coat', value: 30_000 };
    expect(needsFrenchClauses(of(40_000), before(59_999)), 'with the year before it').toBe(false);
    expect(needsFrenchClauses(of(40_000), before(60_000))).toBe(true);
    expect(needsFrenchClauses(of(70_000, { goods })), 'goods count').toBe(true);
    expect(needsFrenchClauses(of(100), before(0, true)), 'another currency is not converted').toBe(true);
    expect(needsFrenchClauses(of(200_000, { disclosureCountry: 'ES' }), before(0, true))).toBe(false);
  });

  it('stand in blocks: a heading with its items below', () => {
    const blocks = clauseBlocks({ clauses: [...clauses(terms), { key: 'fromTheFuture', values: {} }] });
    expect(blocks.find((b) => b.key === 'work')?.items.map((i) => i.key)).toEqual([
      'deliverable',
      'deliverableNotes',
      'briefItem',
    ]);
    expect(blocks.find((b) => b.key === 'price')?.items.map((i) => i.key)).toEqual(['milestone']);
    expect(blocks.some((b) => isItem(b.key))).toBe(false);
    expect(clockOf('review')).toBe('review');
    expect(clockOf('rights')).toBeNull();
    expect(clockOf('releaseAtOnce'), 'no time passes').toBeNull();
  });
});

describe.each(LOCALES)('in %s', (locale) => {
  const texts = textsIn(locale);

  it('every clause has its texts, filled with the values of the clause', () => {
    const former: ClauseDto[] = [
      { key: 'parties', values: { brand: 'Café Lumen', creator: 'Maya' } },
      { key: 'delivery', values: { overdueDuration: 'PT24H', graceDuration: 'P7D' } },
      { key: 'revisions', values: { rounds: 2, turnDuration: 'P3D' } },
      { key: 'cancellation', values: {} },
      { key: 'cancellationFee', values: { killFeeBps: 1000 } },
    ];
    expect(former.map((c) => c.key)).toEqual((Object.keys(CLAUSES) as ClauseKey[]).filter(isFormer));
    for (const clause of [...clauses(terms), ...clauses(sparse), ...former]) {
      const text = texts.clause[clause.key];
      const item = isItem(clause.key as ClauseKey);
      expect(text, clause.key).toBeDefined();
      if (!item) expect(text?.title && text.plain, clause.key).toBeTruthy();
      const words = clauseWords(clause, locale, (group, value) => texts.value[group]?.[value] ?? `?${group}.${value}`);
      for (const template of [text?.title, text?.body, text?.plain]) {
        for (const [, name = ''] of (template ?? '').matchAll(/\{\{(\w+)\}\}/g))
          expect(words[name], `${clause.key} {{${name}}}`).toBeTruthy();
      }
      expect(Object.values(words).filter((w) => w.startsWith('?'))).toEqual([]);
    }
  });

  it('every value has its word', () => {
    for (const [group, values] of Object.entries(CLAUSE_VALUES))
      expect(Object.keys(texts.value[group] ?? {}).sort()).toEqual([...values].sort());
  });
});

it('spells durations as they were agreed', () => {
  expect([
    durationWords('PT72H', 'en'),
    durationWords('P5D', 'en'),
    durationWords('P1DT12H', 'en'),
    durationWords('PT30S', 'es'),
    durationWords('PT0S', 'en'),
  ]).toEqual(['72 hours', '5 days', '1 day, 12 hours', '30 segundos', '0 seconds']);
});
