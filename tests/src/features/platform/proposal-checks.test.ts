import { describe, expect, it } from 'vitest';
import { proposeParkedInput, proposeSuspenseInput } from '../../../../server/features/payments/schema.ts';
import { feesUntil, furtherFees, parkedProposal, suspenseProposal } from '../../../../src/features/platform/checks.ts';

const id = '4f0c9d38-55a1-4c4f-9a53-0f5a3d1c2b10';
const typed = { reference: 'SEPA 2026-11-20', note: 'Its bank refused it.' };

describe('a proposal about money', () => {
  it.each([
    ['suspended', suspenseProposal, proposeSuspenseInput, { paymentId: id }, ['return', 'accept', 'paid_by_bank']],
    ['parked', parkedProposal, proposeParkedInput, { caseId: id }, ['platform', 'brand_owes', 'fraud', 'paid_by_bank']],
  ] as const)('sends of %s money what its way needs, whatever else was typed', (_, form, input, which, ways) => {
    for (const decision of ways) {
      const values = form.parse({ decision, ...typed });
      expect(values).toEqual({ decision, ...(decision === 'paid_by_bank' ? typed : { note: typed.note }) });
      expect(input.safeParse({ ...which, ...values }).success).toBe(true);
    }
  });

  it.each([
    ['suspended', suspenseProposal],
    ['parked', parkedProposal],
  ])('says at its field what is missing of %s money', (_, form) => {
    const wrong = form.safeParse({ decision: 'paid_by_bank', reference: '', note: '' }).error?.issues ?? [];
    expect(wrong.map(({ path }) => path.join('.'))).toEqual(['note', 'reference']);
  });
});

it('an allowance of fees is a sum or a day, though both were typed', () => {
  const both = { amount: 5_000, until: new Date('2026-12-24T23:59:00Z'), note: 'A new contract.' };
  expect(furtherFees.parse(both)).toEqual({ amount: both.amount, note: both.note });
  expect(feesUntil.parse(both)).toEqual({ until: both.until, note: both.note });
});
