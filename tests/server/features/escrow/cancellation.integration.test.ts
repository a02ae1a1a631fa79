import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAppError } from '../../../../server/core/errors.ts';
import { steppedClock, type Clock } from '../../../../server/core/clock.ts';
import { buildClauses } from '../../../../server/features/clauses/rules.ts';
import type { ClauseDto } from '../../../../server/features/contracts/schema.ts';
import type { DealTerms, Side } from '../../../../server/features/terms/schema.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { autoApprove, markOverdue } from '../../../../server/features/escrow/timers/deadlines.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

const DAY = 24 * 3_600_000;
const PRICE = 40_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('cancellation_table');
});
afterAll(() => world.close());

/** State of a milestone when a side cancels. */
type Situation =
  | 'unfunded'
  | 'paying'
  | 'funded'
  | 'delivered'
  | 'changes_requested'
  | 'past_time_to_deliver'
  | 'overdue'
  | 'overdue_after_changes'
  | 'approved'
  | 'auto_approved';

const TIME_TO_DELIVER = 12 * DAY;
interface Prepared {
  deal: TestDeal;
  clock: Clock & { advance(ms: number): void };
}

/** Brings a deal to a situation by the acts and clocks that lead there. */
async function prepare(situation: Situation, killFeeBps: number): Promise<Prepared> {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, amounts: [PRICE], killFeeBps, dueIn: TIME_TO_DELIVER });
  const id = { milestoneId: deal.milestoneId };
  const seen = async () => ({ ...id, version: (await milestone(world, deal.milestoneId)).version });
  const brand = () => world.as(deal.brand, { clock });
  if (situation === 'unfunded') return { deal, clock };
  await payAtProvider(world, deal, { clock });
  if (situation === 'paying') return { deal, clock };
  expect(await confirmFunding(world.system(clock), id)).toBe('funded');
  if (situation === 'overdue' || situation === 'past_time_to_deliver') clock.advance(TIME_TO_DELIVER + DAY);
  if (situation === 'past_time_to_deliver') return { deal, clock };
  if (situation === 'overdue') {
    expect(await markOverdue(world.system(clock), id)).toEqual({ outcome: 'done', summary: 'overdue' });
  }
  if (situation === 'funded' || situation === 'overdue') return { deal, clock };
  await deliver(world, deal, { clock });
  if (situation === 'approved') await approve(brand(), await seen());
  if (situation === 'auto_approved') {
    clock.advance(5 * DAY);
    expect(await autoApprove(world.system(clock), id)).toEqual({ outcome: 'done', summary: 'approved automatically' });
  }
  if (situation === 'changes_requested' || situation === 'overdue_after_changes') {
    await requestChanges(brand(), {
      ...(await seen()),
      reason: 'The third drink is missing',
      briefItems: ['All three drinks shown'],
    });
  }
  if (situation === 'overdue_after_changes') {
    clock.advance(TIME_TO_DELIVER + DAY);
    expect(await markOverdue(world.system(clock), id)).toEqual({ outcome: 'done', summary: 'overdue' });
  }
  return { deal, clock };
}

interface Ending {
  outcome: 'void' | 'refund' | 'refundLessKillFee';
  /** What the creator keeps of the price, minor units. */
  kept: number;
}

/*
 * What the contract promises, read from its clauses. The sentences are pinned, so that a changed clause has to be read
 * here again.
 */
const SENTENCES = JSON.parse(readFileSync('locales/en/clauses.json', 'utf8')) as {
  clause: Record<string, { body: string }>;
};
function sentence(clause: ClauseDto | undefined, words: string): ClauseDto {
  expect(clause).toBeDefined();
  expect(SENTENCES.clause[clause!.key]?.body).toContain(words);
  return clause!;
}

function promised(clauses: readonly ClauseDto[], situation: Situation, side: Side): Ending | null {
  const clause = (...keys: string[]) => clauses.find((c) => keys.includes(c.key));
  switch (situation) {
    case 'unfunded':
      sentence(clause('funding'), 'becomes void; neither side owes anything for it');
      return { outcome: 'void', kept: 0 };
    case 'funded': {
      const fee = clause('cancellationFeeUntilOverdue');
      if (!fee) {
        sentence(
          clause('cancellationUntilOverdue'),
          'until it is overdue, either side may cancel that part; the brand is then refunded in full, service fee and tax included',
        );
        return { outcome: 'refund', kept: 0 };
      }
      sentence(
        fee,
        'until it is overdue, either side may cancel that part. If the creator cancels, the brand is refunded in full. If the brand cancels, the creator keeps {{killFee}} of the price',
      );
      return side === 'creator'
        ? { outcome: 'refund', kept: 0 }
        : { outcome: 'refundLessKillFee', kept: (PRICE * Number(fee.values.killFeeBps)) / 10_000 };
    }
    case 'past_time_to_deliver':
    case 'overdue':
      sentence(
        clause('cancellationUntilOverdue', 'cancellationFeeUntilOverdue'),
        'until it is overdue, either side may cancel that part',
      );
      sentence(clause('deliveryOrMoreTime'), 'the part is overdue: the brand may cancel it and is refunded in full');
      return side === 'brand' ? { outcome: 'refund', kept: 0 } : null;
    case 'overdue_after_changes':
      sentence(
        clause('revisionsOrOverdue'),
        'the part is overdue, with the same consequences as a part that was not delivered',
      );
      return side === 'brand' ? { outcome: 'refund', kept: 0 } : null;
    case 'paying':
      return null;
    default:
      sentence(
        clause('cancellationUntilOverdue', 'cancellationFeeUntilOverdue'),
        'After delivery a part is ended by approval',
      );
      return null;
  }
}

async function contractOf(deal: TestDeal): Promise<ClauseDto[]> {
  const { terms } = await world.owner
    .selectFrom('contracts')
    .select('terms')
    .where('id', '=', deal.contractId)
    .executeTakeFirstOrThrow();
  return buildClauses(
    { ...(terms as unknown as DealTerms), milestones: [] },
    { brand: 'Café Lumen', creator: 'Maya', agency: null },
    {
      fee: { bps: 500, fixed: 0, minimum: null, maximum: null },
      taxBps: 2000,
      language: 'en',
      operator: 'Operator SAS',
    },
  );
}

/** What the deal page announces. */
async function announced(
  { deal, clock }: Prepared,
  side: Side,
): Promise<{ ending: { outcome: string; back: number } | null; allowed: true | string }> {
  const shown = await dealFor(world.as(deal[side], { clock }), deal);
  const row = shown.whatIf?.rows.find((r) => r.choice === 'cancel');
  return { ending: row ? { outcome: row.outcome, back: row.amount } : null, allowed: shown.milestones[0]!.can.cancel };
}

/** What the act books: what went back to the brand and what went to the creator; null when it is refused. */
async function booked(
  { deal, clock }: Prepared,
  side: Side,
): Promise<{ back: number; kept: number; state: MilestoneState } | null> {
  const id = { milestoneId: deal.milestoneId };
  try {
    await cancel(world.as(deal[side], { clock }), {
      ...id,
      version: (await milestone(world, deal.milestoneId)).version,
      reason: '',
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
  await refund(world.system(clock), id);
  const { milestones, balances } = await dealFor(world.as(deal.brand, { clock }), deal);
  const sum = async (table: 'refunds' | 'transfers') =>
    Number(
      (
        await world.owner
          .selectFrom(table)
          .select((eb) => eb.fn.sum('amount').as('sum'))
          .where('milestone_id', '=', deal.milestoneId)
          .executeTakeFirstOrThrow()
      ).sum ?? 0,
    );
  const kept = await sum('transfers');
  expect(balances).toMatchObject({ held: 0, released: kept });
  return { back: await sum('refunds'), kept, state: milestones[0]!.state };
}

const CHARGE = { price: PRICE, total: 42_400 };
const SITUATIONS: readonly Situation[] = [
  'unfunded',
  'paying',
  'funded',
  'delivered',
  'changes_requested',
  'past_time_to_deliver',
  'overdue',
  'overdue_after_changes',
  'approved',
  'auto_approved',
];

describe('a cancellation books what was announced, and what the signed clauses promise', () => {
  for (const situation of SITUATIONS) {
    for (const side of ['brand', 'creator'] as const) {
      for (const killFeeBps of [0, 2_500]) {
        test(`${side} cancels, ${situation.replaceAll('_', ' ')}, kill fee ${killFeeBps / 100} %`, async () => {
          const prepared = await prepare(situation, killFeeBps);
          const promise = promised(await contractOf(prepared.deal), situation, side);
          const { ending, allowed } = await announced(prepared, side);
          const done = await booked(prepared, side);
          if (!promise) {
            expect({ ending, allowed: allowed === true, done }).toEqual({ ending: null, allowed: false, done: null });
            return;
          }
          const isVoid = promise.outcome === 'void';
          const back = isVoid ? 0 : CHARGE.total - (promise.kept * CHARGE.total) / CHARGE.price;
          expect({ ending, allowed }).toEqual({ ending: { outcome: promise.outcome, back }, allowed: true });
          expect(done).toEqual({ back, kept: promise.kept, state: isVoid ? 'void' : 'refunded' });
        });
      }
    }
  }
});
