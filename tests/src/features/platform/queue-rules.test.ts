import { describe, expect, test } from 'vitest';
import { lateEntries, type NeedFacts, needsOf } from '../../../../src/features/platform/queue-rules.ts';

type Overview = NonNullable<NeedFacts['overview']>;

const calm: Overview = {
  outbox: { waiting: 0, oldestSeconds: null, dead: 0 },
  mails: { queued: 0, oldestSeconds: null, failed: 0 },
  webhooks: { pending: 0, oldestSeconds: null },
  operations: { claimed: 0, oldestSeconds: null, unknown: 0, failed: 0 },
  overdueClocks: 0,
  clocksOldestSeconds: null,
  disputes: { waiting: 0, oldestSeconds: null, dueSoon: 0 },
  health: [{ currency: 'EUR', ledgerBalance: 5, providerBalance: 5, clientLiabilities: 0, suspense: 0, ruled: 0 }],
  counts: { brands: 1, creators: 1, liveCampaigns: 1, activeDeals: 1 },
};
const facts = (change: Partial<NeedFacts> = {}): NeedFacts => ({
  overview: calm,
  cases: {},
  toDecide: 0,
  held: 0,
  bank: 0,
  checks: { stops: [], last: { state: 'clean' } },
  ...change,
});
const needs = (overview: Partial<Overview>) => needsOf(facts({ overview: { ...calm, ...overview } }));

describe('the heading of the operators’ page', () => {
  test('says that nothing needs an action exactly when every section is at zero', () => {
    expect(needsOf(facts())).toEqual([]);
    expect(
      needs({
        outbox: { waiting: 4, oldestSeconds: 3, dead: 0 },
        webhooks: { pending: 9, oldestSeconds: 100 },
        mails: { queued: 7, oldestSeconds: null, failed: 0 },
        operations: { claimed: 2, oldestSeconds: null, unknown: 0, failed: 0 },
      }),
      'queues that move by themselves need no person',
    ).toEqual([]);
    expect(
      needs({ health: [{ ...calm.health[0]!, suspense: 600, ruled: 600 }] }),
      'a ruling that its payee may appeal needs no person',
    ).toEqual([]);
  });

  test.each<[string, Partial<NeedFacts>, { id: string; section: string; count: number }]>([
    ['cases', { cases: { fraud_warning: 2, card_dispute: 1 } }, { id: 'cases', section: 'cases', count: 3 }],
    ['questions of people', { cases: { help: 4 } }, { id: 'help', section: 'help', count: 4 }],
    ['proposals that this person may decide', { toDecide: 1 }, { id: 'decisions', section: 'decisions', count: 1 }],
    [
      'calls without an answer',
      { overview: { ...calm, operations: { claimed: 1, oldestSeconds: null, unknown: 1, failed: 2 } } },
      { id: 'operations', section: 'operations', count: 3 },
    ],
    ['money at a bank', { bank: 1 }, { id: 'payouts', section: 'payouts', count: 1 }],
    [
      'commands that are late',
      { overview: { ...calm, outbox: { waiting: 4, oldestSeconds: 60, dead: 0 } } },
      { id: 'commands', section: 'queues', count: 4 },
    ],
    [
      'commands that were given up',
      { overview: { ...calm, outbox: { waiting: 0, oldestSeconds: null, dead: 1 } } },
      { id: 'dead', section: 'dead', count: 1 },
    ],
    [
      'mails that were not delivered',
      { overview: { ...calm, mails: { queued: 0, oldestSeconds: null, failed: 2 } } },
      { id: 'mails', section: 'mails', count: 2 },
    ],
    [
      'timers past their end',
      { overview: { ...calm, overdueClocks: 5 } },
      { id: 'clocks', section: 'queues', count: 5 },
    ],
    [
      'a cent of difference with the provider',
      { overview: { ...calm, health: [{ ...calm.health[0]!, providerBalance: 6 }] } },
      { id: 'health', section: 'health', count: 1 },
    ],
    [
      'money in suspense',
      { overview: { ...calm, health: [{ ...calm.health[0]!, suspense: -1 }] } },
      { id: 'health', section: 'health', count: 1 },
    ],
    [
      'a currency whose money-out is stopped',
      { checks: { stops: [{}], last: { state: 'breached' } } },
      { id: 'check', section: 'check', count: 2 },
    ],
  ])('leads to the section of what needs a person: %s', (_what, change, need) => {
    expect(needsOf(facts(change))).toEqual([need]);
  });

  test('counts events of the provider once the oldest waits for 120 seconds', () => {
    const waiting = (oldestSeconds: number) => needs({ webhooks: { pending: 3, oldestSeconds } });
    expect(waiting(119.9)).toEqual([]);
    expect(waiting(120)).toEqual([{ id: 'webhooks', section: 'queues', count: 3 }]);
    expect(lateEntries({ ...calm, webhooks: { pending: 3, oldestSeconds: 120 } })).toEqual({
      commands: 0,
      webhooks: 3,
    });
  });

  test.each(['overview', 'cases', 'toDecide', 'bank', 'checks'] as const)(
    'says nothing while %s is not known, unless something else needs a person already',
    (part) => {
      expect(needsOf(facts({ [part]: undefined }))).toBeNull();
      const other = part === 'bank' ? { toDecide: 1 } : { bank: 1 };
      expect(needsOf(facts({ ...other, [part]: undefined }))).toHaveLength(1);
    },
  );
});
