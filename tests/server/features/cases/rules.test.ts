import { expect, it } from 'vitest';
import { CASE_KINDS, holdOf, kindOfHold } from '../../../../server/features/cases/rules.ts';
import type { CaseSpec } from '../../../../server/core/cases.ts';
import { CASES } from '../../../../server/features/cases.gen.ts';
import type { Hold } from '../../../../server/features/escrow/milestone/rules.ts';
import en from '../../../../locales/en/platform.json' with { type: 'json' };

it('every hold of a milestone is named in words, as the kind of its case', () => {
  const HOLDS: Record<Hold, true> = {
    card_dispute: true,
    float_short: true,
    fraud_warning: true,
    provider_refund: true,
    recon_drift: true,
    staff_hold: true,
  };
  const named = Object.keys(HOLDS).map(kindOfHold);
  expect(
    Object.values<CaseSpec>(CASES)
      .flatMap(({ hold }) => hold ?? [])
      .toSorted(),
  ).toEqual(Object.keys(HOLDS));
  expect(named).toEqual(['card_dispute', 'float_short', 'fraud_warning', 'provider_refund', 'suspense', 'staff_hold']);
  expect(named.filter((kind) => !kind || !(kind in en.case.kinds))).toEqual([]);
  expect(CASE_KINDS.filter((kind) => holdOf(kind) && kindOfHold(kind) !== kind)).toEqual([]);
  expect(kindOfHold('unknown')).toBeNull();
});
