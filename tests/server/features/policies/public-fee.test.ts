import { expect, test } from 'vitest';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { policyFigures } from '../../../../server/features/agreements/figures/rules.ts';
import { termsText } from '../../../../server/features/agreements/texts.ts';
import { readFee, SHIPPED_FEE, writtenFee } from '../../../../server/features/policies/fees/rules.ts';

const RAISED = { bps: 700, fixed: 100, minimum: 1_000, maximum: null };

test('a page reads the fee that the server wrote into it, and without one the shipped fee', () => {
  for (const fee of [SHIPPED_FEE, RAISED, { ...RAISED, bps: 0, maximum: 5_000 }])
    expect(readFee(writtenFee(fee))).toEqual(fee);
  for (const none of [undefined, '', '500']) expect(readFee(none)).toEqual(SHIPPED_FEE);
});

test('the terms and their figures name the fee in force, with its sums; another fee is another text', () => {
  expect(policyFigures('en').fee).toBe('5%');
  expect(policyFigures('en', { ...RAISED, fixed: 0, minimum: null }).fee).toBe('7%');
  expect(policyFigures('en', RAISED).fee).toBe('7% + €1.00 (≥ €10.00)');
  const [shipped, raised] = [termsText(FICTITIOUS_OPERATOR, 'en'), termsText(FICTITIOUS_OPERATOR, 'en', RAISED)];
  expect(shipped.body).toContain('a service fee of 5% of that price');
  expect(raised.body).toContain('a service fee of 7% + €1.00 (≥ €10.00) of that price');
  expect(raised.sha256).not.toBe(shipped.sha256);
  expect(termsText(FICTITIOUS_OPERATOR, 'en', { ...SHIPPED_FEE })).toBe(shipped);
});
