import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import texts from '../../../../locales/en/case-facts.json';
import { DECISION_FAILURES } from '../../../../server/features/payments/rules.ts';
import { factsOf, isNamed, NAMED_FACTS } from '../../../../src/features/platform/case-facts.ts';
import { sources } from '../../../support/imports.ts';

test('sums among the facts of a case are money in their own currency, else in that of the case; ids and codes stay as they are', () => {
  const details = {
    dispute: 'dp_1',
    status: 'needs_response',
    withdrawn: 53_000,
    withdrawn_currency: 'JPY',
    refunded: 1_200,
    days: 30,
    part: null,
    actionable: false,
    bank_dispute: 'open',
  };
  expect(factsOf({ details, currency: 'EUR' })).toEqual([
    { key: 'dispute', value: 'dp_1' },
    { key: 'status', value: 'needs_response' },
    { key: 'withdrawn', value: { amount: 53_000, currency: 'JPY' } },
    { key: 'refunded', value: { amount: 1_200, currency: 'EUR' } },
    { key: 'days', value: '30' },
    { key: 'actionable', value: false },
  ]);
});

test('a sum without a currency is shown as it stands', () => {
  expect(factsOf({ details: { net: -500 }, currency: null })).toEqual([{ key: 'net', value: '-500' }]);
});

test('codes of ours have words, those of the provider are shown as they are', () => {
  const valueOf = (failed: string) => factsOf({ details: { failed }, currency: null })[0]?.value;
  expect(DECISION_FAILURES.map(valueOf)).toEqual(DECISION_FAILURES.map((code) => ({ of: 'failed', code })));
  expect(valueOf('charge_not_refundable')).toBe('charge_not_refundable');
  expect(Object.keys(texts.failed).toSorted()).toEqual([...DECISION_FAILURES].toSorted());
});

/** A constant without that type may hold any name, and is taken where the facts of a case are. */
test('facts of a case are written under their type, so that each name is one that has words', () => {
  const unchecked = sources('server').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /\/cases\/service\.ts'/u.test(text) && /\b(?:const|let) details = /u.test(text);
  });
  expect(unchecked).toEqual([]);
});

test('every fact with a name has its words, and no words are left over', () => {
  expect(Object.keys(texts.names).toSorted()).toEqual([...NAMED_FACTS].toSorted());
  expect([isNamed('withdrawn'), isNamed('unheard_of')]).toEqual([true, false]);
});
