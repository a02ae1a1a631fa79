import { describe, expect, it } from 'vitest';
import { contractTurn, maySignAs, signedFor, signedText } from '../../../../server/features/contracts/rules.ts';
import { isNameOf } from '../../../../server/core/typed-name.ts';
import {
  chargeOfParts,
  clockProblems,
  completeClocks,
  dueProblem,
  termsProblems,
  withinRange,
} from '../../../../server/features/terms/rules.ts';
import type { ContractDocument } from '../../../../server/features/contracts/schema.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import type { ClockRanges } from '../../../../server/features/policies/schema.ts';

const range = (min: string, fallback: string, max: string) => ({ min, fallback, max });
const ranges: ClockRanges = {
  offerAnswer: range('PT24H', 'PT72H', 'P14D'),
  signature: range('P1D', 'P7D', 'P14D'),
  funding: range('PT24H', 'PT72H', 'P14D'),
  review: range('P3D', 'P5D', 'P14D'),
  extension: range('PT24H', 'PT72H', 'PT72H'),
  revisionTurn: range('P2D', 'P3D', 'P7D'),
  overdueAfter: range('PT24H', 'PT24H', 'PT72H'),
  grace: range('P3D', 'P7D', 'P14D'),
  clearing: range('PT0S', 'PT72H', 'P14D'),
  cancelAnswer: range('PT24H', 'PT72H', 'P7D'),
};
const now = new Date('2026-11-21T10:00:00Z');
const at = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const terms: DealTerms = {
  currency: 'EUR',
  deliverables: [{ id: 'a', platform: 'instagram', format: 'reel', count: 1, notes: '', brief: [] }],
  milestones: [{ title: 'Reel', amount: 40_000, dueAt: at(12), deliverableIds: ['a'] }],
  rights: { use: 'organic', days: 90, territory: '' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 0,
  disclosureCountry: 'FR',
  disclosureText: '',
  releaseTrigger: 'on_approval',
  clocks: completeClocks({}, ranges),
};
const problems = (change: Partial<DealTerms>) =>
  termsProblems({ ...terms, ...change }, { now, ranges }).map((p) => [p.field, p.code]);
const [milestone] = terms.milestones as [DealTerms['milestones'][0]];

describe('terms', () => {
  it('are sound as they are, and every problem names its field', () => {
    expect(problems({})).toEqual([]);
    const bad = (amount: number, currency: DealTerms['currency'] = 'EUR') =>
      problems({ currency, milestones: [{ ...milestone, amount }] });
    expect(bad(0)).toEqual([['milestones.0.amount', 'money.not_positive']]);
    expect(bad(1.5)).toEqual([['milestones.0.amount', 'money.not_integer']]);
    expect(bad(1e15)).toEqual([['milestones.0.amount', 'money.too_large']]);
    expect(bad(99)).toEqual([['milestones.0.amount', 'money.too_small']]);
    expect(bad(12_345, 'KWD')).toEqual([['milestones.0.amount', 'money.off_step']]);
    expect(problems({ milestones: [{ ...milestone, deliverableIds: ['lost'] }] })).toEqual([
      ['milestones.0.deliverableIds', 'input.invalid'],
    ]);
    expect(problems({ deliverables: [...terms.deliverables, ...terms.deliverables] })).toEqual([
      ['deliverables.1.id', 'input.invalid'],
    ]);
    expect(problems({ clocks: { ...terms.clocks, review: 'P2D', grace: 'nonsense' } })).toEqual([
      ['clocks.review', 'terms.clock_out_of_range'],
      ['clocks.grace', 'terms.clock_out_of_range'],
    ]);
  });

  it('hold no price that exceeds the largest payment with its fee and tax', () => {
    const charged = (amount: number, feeBps: number) =>
      termsProblems(
        { ...terms, milestones: [milestone, { ...milestone, amount }] },
        { now, ranges, charge: { feeBps, taxBps: 2000 } },
      ).map((p) => [p.field, p.code]);
    expect(charged(90_000_000, 500)).toEqual([]);
    // 90,000,000 + 9,000,000 + 1,800,000: the provider takes 99,999,999.
    expect(charged(90_000_000, 1000)).toEqual([['milestones.1.amount', 'terms.charge_too_large']]);
    expect(charged(89_285_714, 1000)).toEqual([]);
    expect(charged(89_285_715, 1000)).toEqual([['milestones.1.amount', 'terms.charge_too_large']]);
    expect(charged(90_000_001, 1000), 'once').toEqual([['milestones.1.amount', 'money.too_large']]);
  });

  it('leave the brand its whole review window before a due date', () => {
    const due = (ms: number) => dueProblem('d', new Date(at(5).getTime() + ms), now, 'P5D')?.code ?? null;
    expect([due(-1000), due(0), due(1000)]).toEqual(['terms.due_before_review', null, null]);
    expect(dueProblem('d', now, now, 'P5D')?.code).toBe('terms.due_in_past');
  });

  it('keep their clocks inside the policy, bounds included', () => {
    expect(
      withinRange('P3D', ranges.review) && withinRange('PT72H', ranges.review) && withinRange('P14D', ranges.review),
    ).toBe(true);
    expect(withinRange('PT71H59M59S', ranges.review) || withinRange('P15D', ranges.review)).toBe(false);
    expect(clockProblems({ funding: 'PT24H' }, ranges)).toEqual([]);
  });

  it('count working days in a zone that exists, and in no other', () => {
    const zone = (workingDaysIn: string) => clockProblems({ workingDaysIn }, ranges).map((p) => [p.field, p.code]);
    expect(zone('Europe/Paris')).toEqual([]);
    for (const none of ['', 'Paris', 'Europe/Atlantis', '+25:00'])
      expect(zone(none)).toEqual([['clocks.workingDaysIn', 'terms.working_days_zone']]);
  });

  it('cost the sum of their parts, each charged on its own', () => {
    // 333.33 three times: the fee of each part is 16.67, not a third of the fee on the sum.
    expect(chargeOfParts([33_333, 33_333, 33_333], { feeBps: 500, taxBps: 2000, currency: 'EUR' })).toEqual({
      price: 99_999,
      fee: 5001,
      tax: 999,
      total: 105_999,
    });
    expect(chargeOfParts([], { feeBps: 500, taxBps: 2000, currency: 'EUR' })).toEqual({
      price: 0,
      fee: 0,
      tax: 0,
      total: 0,
    });
  });
});

describe('signatures', () => {
  it('take a name without regard to case, accents, spaces and punctuation', () => {
    const is = (typed: string) => isNameOf(typed, 'Zoë  Lefèvre-Noël');
    expect([is('zoe lefevre noel'), is('  ZOË LEFÈVRE-NOËL '), is('Zoe Lefevre'), is(''), is('  . ')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([
      isNameOf('محمد', 'مُحَمَّد'),
      isNameOf('李 小龙', '李小龙'),
      isNameOf('Łukasz', 'Lukasz'),
      isNameOf('', ''),
    ]).toEqual([true, false, true, false]);
  });

  it('are missing first from the brand, then from the creator, then from neither', () => {
    expect([
      contractTurn('sent', []),
      contractTurn('partially_signed', ['brand']),
      contractTurn('partially_signed', ['creator']),
      contractTurn('partially_signed', ['brand', 'creator']),
    ]).toEqual(['brand', 'creator', 'brand', null]);
    expect(contractTurn('active', ['brand', 'creator'])).toBeNull();
    expect(contractTurn('active', []), 'no longer open to be signed').toBeNull();
  });

  it('are given for the whole document and all of its terms', () => {
    const document = { number: 'C-1' } as unknown as ContractDocument;
    const signed = signedText(document, terms);
    expect(JSON.parse(signed)).toEqual(JSON.parse(JSON.stringify({ document, terms })));
    expect(signedText({ ...document, number: 'C-2' } as ContractDocument, terms)).not.toBe(signed);
    expect(signedText(document, { ...terms, killFeeBps: 1 })).not.toBe(signed);
  });
});

describe('the name under a contract', () => {
  it('is the account’s own; where a brand’s account carries its business’s name, that of the person who signs', () => {
    const bakery = { person: 'Rosa’s Bakery', entity: 'Rosa’s Bakery', side: 'brand' as const };
    for (const typed of ['Rosa’s Bakery', 'ROSA S BAKERY', 'Rosa Conti', '王小明', 'Мария Петрова'])
      expect(maySignAs(typed, bakery), typed).toBe(true);
    for (const typed of ['', '  ', 'Rosa', '王', 'R王小明', '王小明R'])
      expect(maySignAs(typed, bakery), typed).toBe(false);
    // A person's account and a creator's sign with their own name alone.
    expect(maySignAs('nadia benali', { person: 'Nadia Benali', entity: 'Café Lumen', side: 'brand' })).toBe(true);
    expect(maySignAs('Maya Laurent', { person: 'Maya Laurent', entity: 'Maya Laurent', side: 'creator' })).toBe(true);
    expect(maySignAs('Somebody Else', { person: 'Nadia Benali', entity: 'Café Lumen', side: 'brand' })).toBe(false);
    expect(maySignAs('Somebody Else', { person: 'Maya Laurent', entity: 'Maya Laurent', side: 'creator' })).toBe(false);
  });

  it('is for the legal entity, unless a person signs in their own name', () => {
    const legal = { name: 'Panificio Rosa S.r.l.', address: '', taxId: null };
    expect(signedFor('Rosa Conti', { name: 'Rosa Conti', country: 'IT', legal })).toBe(legal.name);
    expect(signedFor('Rosa Conti', { name: 'Rosa’s Bakery', country: 'IT' })).toBe('Rosa’s Bakery');
    expect(signedFor('kim berg', { name: 'Kim Berg', country: 'DE' })).toBeNull();
  });
});
