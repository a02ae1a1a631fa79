import { describe, expect, test } from 'vitest';
import { endOf } from '../../../../server/features/disputes/row/rules.ts';
import type { DisputeRow } from '../../../../server/features/disputes/queries/disputes.ts';
import { DISPUTE_STATES, type DisputeDto } from '../../../../server/features/disputes/schema.ts';
import { mayNothing } from '../../../../server/features/disputes/view.ts';
import { whatIf } from '../../../../server/features/disputes/what-if.ts';

const DAY = 24 * 3_600_000;
const T0 = new Date('2026-03-28T22:00:00Z');
const at = (days: number) => new Date(T0.getTime() + days * DAY);

const row = (more: Partial<DisputeRow> = {}): DisputeRow => ({
  id: 'd',
  milestone_id: 'm',
  contract_id: 'c',
  brand_org: 'b',
  creator_org: 'k',
  agency_org: null,
  currency: 'EUR',
  amount: 24_000,
  returned: 0,
  step: 1,
  state: 'talk',
  version: 1,
  reason: 'late',
  opened_side: 'brand',
  opened_by: 'u',
  opened_at: T0,
  joined_at: null,
  prior_state: 'delivered',
  prior_deadline_at: at(2),
  brand_answered_at: null,
  creator_answered_at: null,
  brand_offered_at: null,
  creator_offered_at: null,
  talk_ends_at: at(5),
  evidence_ends_at: at(8),
  decision_ends_at: at(15),
  appeal_ms: 3 * DAY,
  execution_ms: 3 * DAY,
  zone: null,
  limit_at: at(60),
  phase_ends_at: at(5),
  outcome: null,
  kept: null,
  settled_at: null,
  appealed_side: null,
  appealed_at: null,
  announced: 'talk',
  updated_at: T0,
  ended_at: null,
  ...more,
});
const nothing = mayNothing('auth.not_allowed');
const read = (one: DisputeRow, can: Partial<DisputeDto['can']> = {}) =>
  whatIf(one, { side: 'creator', can: { ...nothing, ...can }, now: at(1) });

describe('"What happens if" of a dispute', () => {
  test('names for each state and history what the end of its phase does', () => {
    for (const state of DISPUTE_STATES)
      for (const prior_state of ['funded', 'delivered', 'changes_requested', 'overdue'] as const)
        for (const creator_answered_at of [null, T0])
          for (const outcome of ['decided', 'silent'] as const) {
            const settled = ['appeal', 'appealed', 'executing', 'settled'].includes(state);
            const ended = state === 'settled' || state === 'withdrawn';
            const one = row({
              state,
              prior_state,
              creator_answered_at,
              ...(settled ? { outcome, kept: 9_000, settled_at: T0 } : {}),
              ...(ended ? { phase_ends_at: null } : {}),
            });
            const change = ended ? null : endOf(one, at(5));
            const [named, ...later] = read(one);
            expect(named?.at ?? null, state).toEqual(change ? at(5) : null);
            if (!change || !named) continue;
            // A phase that only leads to the next one moves no money.
            expect(named.creatorGets, state).toBe(
              change.state === 'executing' ? (change.kept ?? 9_000) : (change.kept ?? null),
            );
            const decision = endOf(row({ prior_state, state: 'deciding' }), at(15));
            for (const last of later) expect([last.at, last.creatorGets]).toEqual([at(15), decision?.kept]);
          }
  });

  test('offers acts only to who may act, each with where the money goes', () => {
    expect(read(row()).map(({ event }) => event)).toEqual(['silence']);
    const open = read(row(), { offer: true, concede: true, withdraw: true });
    expect(open.slice(0, 3)).toEqual([
      { event: 'cross', creatorGets: null, at: null },
      { event: 'concede', creatorGets: 0, at: null },
      // A day has passed, so that the clock goes on a day later.
      { event: 'withdraw', creatorGets: null, at: at(3) },
    ]);
    // What cleared is paid at the end of its clearing.
    expect(read(row({ prior_state: 'clearing' }), { withdraw: true })[0]).toMatchObject({
      creatorGets: 24_000,
      at: at(3),
    });
    const decided = row({ state: 'appeal', outcome: 'decided', kept: 9_000, settled_at: T0, phase_ends_at: at(3) });
    expect(read(decided, { appeal: true })).toEqual([
      { event: 'appeal', creatorGets: null, at: at(5) },
      { event: 'execution', creatorGets: 9_000, at: at(3) },
    ]);
  });
});
