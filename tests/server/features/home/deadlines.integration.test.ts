import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { reviewOf } from '../../../../server/features/content/service.ts';
import { reviewQueue } from '../../../../server/features/content/queue.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { nextDeadline } from '../../../../server/features/escrow/timers/rules.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { brandHome, creatorHome } from '../../../../server/features/home/service.ts';
import { listPayments } from '../../../../server/features/payments/overview.ts';
import { payoutOverview } from '../../../../server/features/payouts/service.ts';
import { shortCountdown } from '../../../../src/lib/countdown.ts';
import { createMoneyWorld, openDeal, type MoneyWorld, type TestDeal } from '../escrow/deal-kit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'Europe/Paris', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const STATES: MilestoneState[] = [
  'awaiting_funding',
  'funding',
  'funded',
  'changes_requested',
  'overdue',
  'delivered',
  'approved',
  'auto_approved',
  'clearing',
  'releasing',
];

let world: MoneyWorld;
let deal: TestDeal;
beforeAll(async () => {
  world = await createMoneyWorld('deadlines', { float: false });
  deal = await openDeal(world, { amounts: STATES.map(() => 40_000), commissionBps: 1_500, account: false });
});
afterAll(() => world.close());

interface Seen {
  where: string;
  at: Date | null;
}

/** What every list and page shows of each milestone at that moment. */
async function everyAnswer(now: Date): Promise<Map<string, Seen[]>> {
  const clock = steppedClock(now);
  const seen = new Map<string, Seen[]>(deal.milestoneIds.map((id) => [id, []]));
  const note = (id: string, where: string, at: Date | null) => seen.get(id)!.push({ where, at });
  const byTitle = (title: string) => deal.milestoneIds[Number(/Reel (\d+)$/.exec(title)![1]) - 1]!;
  const as = (who: OrgActor) => world.as(who, { clock });
  for (const [side, who] of [
    ['brand', deal.brand],
    ['creator', deal.creator],
    ['agency', deal.agency!],
  ] as const) {
    for (const m of (await dealFor(as(who), deal)).milestones) note(m.id, `${side}: deal`, m.deadlineAt);
    for (const d of (await listDeals(as(who))).items)
      if (d.milestone) note(d.milestone.id, `${side}: list of deals`, d.deadlineAt);
    for (const row of (await listPayments(as(who), { state: 'all', limit: 100 })).items)
      note(row.milestoneId, `${side}: payments`, row.deadlineAt);
    for (const turn of ['mine', 'theirs'] as const)
      for (const item of (await reviewQueue(as(who), { turn, limit: 100 })).items)
        note(item.milestoneId, `${side}: submissions`, item.deadlineAt);
    if (side !== 'brand') {
      for (const e of (await payoutOverview(as(who))).earnings) note(e.milestoneId, `${side}: earnings`, e.at);
    }
  }
  for (const task of (await brandHome(as(deal.brand))).tasks)
    if (task.deadlineAt) note(byTitle(task.title), 'brand: home', task.deadlineAt);
  for (const task of (await creatorHome(as(deal.creator))).tasks)
    if (task.deadlineAt) note(byTitle(task.title), 'creator: home', task.deadlineAt);
  const room = await reviewOf(as(deal.creator), { milestoneId: deal.milestoneIds[2]! });
  note(room.milestone.id, 'creator: delivery room', room.milestone.deadlineAt);
  return seen;
}

/** Rows as any history may leave them. */
const start = Date.UTC(2027, 2, 26, 21);
const row = fc.record({
  due: fc.integer({ min: -3 * DAY, max: 30 * DAY }),
  /** More time after a request for changes; none for most. */
  more: fc.option(fc.integer({ min: 1, max: 3 * DAY }), { freq: 2 }),
  /** From the due date to the automatic act, and from the start to the end of other clocks. */
  end: fc.integer({ min: HOUR, max: 9 * DAY }),
  funding: fc.integer({ min: HOUR, max: 4 * DAY }),
  held: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  /** A payment page lives half an hour, a bank debit a week. */
  payment: fc.constantFrom(32 * 60_000, 8 * DAY),
});

test('one deadline of a milestone, one instant and one figure on every screen, whatever its state, the clock and the time zone', async () => {
  const [histories] = fc.sample(
    fc.array(fc.array(row, { minLength: STATES.length, maxLength: STATES.length }), { minLength: 4, maxLength: 4 }),
    { numRuns: 1, seed: 7 },
  );
  for (const rows of histories!) {
    for (const [i, state] of STATES.entries()) {
      const r = rows[i]!;
      const dueAt = new Date(start + r.due);
      const fundingEnd = new Date(start + r.funding);
      const work = r.more === null ? dueAt : new Date(dueAt.getTime() + r.more);
      const end =
        state === 'funded' || state === 'changes_requested'
          ? new Date(work.getTime() + r.end)
          : state === 'awaiting_funding'
            ? fundingEnd
            : new Date(start + (state === 'funding' ? r.payment : r.end));
      await world.owner
        .updateTable('milestones')
        .set({
          state,
          due_at: dueAt,
          work_due_at: state === 'changes_requested' && r.more !== null ? work : null,
          deadline_at: end,
          funding_deadline_at: fundingEnd,
          holds: r.held ? ['staff_hold'] : [],
          funded_at: ['awaiting_funding', 'funding'].includes(state) ? null : new Date(start),
        })
        .where('id', '=', deal.milestoneIds[i]!)
        .execute();
    }
    const stored = await world.owner
      .selectFrom('milestones')
      .select(['id', 'state', 'due_at', 'work_due_at', 'deadline_at', 'funding_deadline_at', 'holds', 'next_at'])
      .where('contract_id', '=', deal.contractId)
      .execute();
    // Lists are ordered by the column: the deadline as it is until work is due.
    for (const m of stored)
      expect(m.next_at, `next_at of ${m.state}`).toEqual(nextDeadline(m, new Date(0))?.at ?? Infinity);
    for (const passed of [0, 7 * HOUR, 3 * DAY, 20 * DAY]) {
      const now = new Date(start + passed);
      const answers = await everyAnswer(now);
      for (const m of stored) {
        const expected = nextDeadline({ ...m, state: m.state }, now)?.at ?? null;
        const shown = answers.get(m.id)!;
        expect(shown.length, `${m.state} stands on several screens`).toBeGreaterThanOrEqual(5);
        const figures = (at: Date | null) =>
          at && [
            shortCountdown(at.getTime() - now.getTime()),
            ...ZONES.map((timeZone) =>
              new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at),
            ),
          ];
        for (const { where, at } of shown) {
          expect(at?.toISOString() ?? null, `${where} of a milestone that is ${m.state}`).toBe(
            expected?.toISOString() ?? null,
          );
          expect(figures(at), where).toEqual(figures(expected));
        }
      }
    }
  }
});
