import { describe, expect, it } from 'vitest';
import { boundBy, settledState, type CampaignFacts } from '../../../../server/features/campaigns/rules.ts';

const facts = (part: Partial<CampaignFacts>): CampaignFacts => ({
  state: 'filled',
  slots: 2,
  running: 0,
  finished: 0,
  signing: 0,
  reopens: true,
  takesApplications: true,
  ...part,
});

describe('where its contracts bring a campaign', () => {
  it('re-opens a freed place whatever the order in which the deals ended', () => {
    // Two places: one deal completed and one cancelled, in either order.
    const completedFirst = settledState(
      facts({ state: settledState(facts({ running: 1, finished: 1 })), running: 0, finished: 1 }),
    );
    const cancelledFirst = settledState(
      facts({ state: settledState(facts({ running: 1, finished: 0 })), running: 0, finished: 1 }),
    );
    expect([completedFirst, cancelledFirst]).toEqual(['live', 'live']);
  });

  it('closes first where the brand does not offer the place again, and past the last day', () => {
    expect(settledState(facts({ running: 1, reopens: false }))).toBe('closed');
    expect(settledState(facts({ running: 1, takesApplications: false }))).toBe('closed');
    // No place is offered and everything that was agreed is done.
    expect(settledState(facts({ finished: 1, reopens: false }))).toBe('completed');
  });

  it('fills, and completes when all is done', () => {
    expect(settledState(facts({ state: 'live', running: 1, finished: 1 }))).toBe('filled');
    expect(settledState(facts({ finished: 2 }))).toBe('completed');
    expect(settledState(facts({ state: 'closed', finished: 1, signing: 1 }))).toBe('closed');
    expect(settledState(facts({ state: 'live', running: 1 }))).toBe('live');
    expect(settledState(facts({ state: 'draft' }))).toBe('draft');
  });
});

describe('what contracts bind of a budget', () => {
  it('is the price less what went back, and of an ended deal what was kept', () => {
    expect(boundBy({ ended: false, total: 40_000, funded: 30_000, refunded: 0 })).toBe(40_000);
    expect(boundBy({ ended: false, total: 40_000, funded: 30_000, refunded: 30_000 })).toBe(10_000);
    expect(boundBy({ ended: true, total: 40_000, funded: 0, refunded: 0 })).toBe(0);
    expect(boundBy({ ended: true, total: 40_000, funded: 40_000, refunded: 30_000 })).toBe(10_000);
  });
});
