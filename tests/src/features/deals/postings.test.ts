import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../server/features/escrow/schema.ts';
import { POSTING_KINDS, type PostingKind } from '../../../../server/features/ledger/rules.ts';
import { postingsAt } from '../../../../src/features/deals/deal-words.ts';

const at = new Date('2026-11-22T09:00:00Z');
const posting = (kind: PostingKind, seconds = 1) => ({ kind, postedAt: new Date(at.getTime() + seconds * 1_000) });

it('a posting stands at the event that made it, however close others are', () => {
  const all = [posting('funded'), posting('provider_fee'), posting('release', 3)];
  expect(postingsAt({ type: 'payment_started', at }, all)).toEqual([]);
  expect(postingsAt({ type: 'funded', at }, all).map((p) => p.kind)).toEqual(['funded', 'provider_fee']);
  expect(postingsAt({ type: 'release_started', at }, all).map((p) => p.kind)).toEqual(['release']);
  expect(postingsAt({ type: 'funded', at }, [posting('funded', 60)]), 'of a later attempt').toEqual([]);
});

it('every posting about a deal has an event where it is shown', () => {
  // What a transfer that failed or was taken back returns, what staff decided about it, debts, the float and payouts are not about a deal's events.
  const elsewhere = [
    'transfer_failed',
    'debt_paid',
    'debt_written_off',
    'float',
    'suspense_settled',
    'payout_claimed',
    'payout_paid',
    'payout_failed',
    'payout_returned',
  ];
  const shown = new Set(
    EVENT_TYPES.flatMap((type) =>
      postingsAt(
        { type, at },
        POSTING_KINDS.map((kind) => posting(kind)),
      ).map((p) => p.kind),
    ),
  );
  expect(POSTING_KINDS.filter((kind) => !shown.has(kind))).toEqual(elsewhere);
});
