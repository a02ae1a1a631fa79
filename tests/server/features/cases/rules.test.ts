import { expect, it } from 'vitest';
import { CASE_KINDS, holdOf, kindOfHold } from '../../../../server/features/cases/rules.ts';
import en from '../../../../locales/en/platform.json' with { type: 'json' };

it('every hold of a milestone is named in words, as the kind of its case', () => {
  const named = ['card_dispute', 'fraud_warning', 'provider_refund', 'recon_drift', 'staff_hold'].map(kindOfHold);
  expect(named).toEqual(['card_dispute', 'fraud_warning', 'provider_refund', 'suspense', 'staff_hold']);
  expect(named.filter((kind) => !kind || !(kind in en.case.kinds))).toEqual([]);
  expect(CASE_KINDS.filter((kind) => holdOf(kind) && kindOfHold(kind) !== kind)).toEqual([]);
  expect(kindOfHold('unknown')).toBeNull();
});
