import { describe, expect, it } from 'vitest';
import { refusal } from '../../../../server/core/state-machine.ts';
import {
  AD_DAYS,
  AD_MACHINE,
  AD_REPLY_MACHINE,
  AD_REPLY_STATES,
  AD_STATES,
  OPEN_AD_REPLY_STATES,
  TAB_OF_AD,
  adEndsAt,
  adWarnsAt,
  takesReplies,
} from '../../../../server/features/ads/rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const hours = (n: number): Date => new Date(now.getTime() + n * 3_600_000);

describe('ads', () => {
  it('are not shown by their owner while they are in review', () => {
    for (const action of ['post', 'resume', 'renew'] as const)
      expect(refusal(AD_MACHINE, action, 'in_review', 'owner')).toBe('wrong_state');
    expect(refusal(AD_MACHINE, 'release', 'in_review', 'owner')).toBe('wrong_actor');
    expect(refusal(AD_MACHINE, 'release', 'in_review', 'staff')).toBeNull();
  });

  it('stay as they are once closed, filled or removed', () => {
    for (const state of ['closed', 'filled', 'removed'] as const)
      for (const [action, move] of Object.entries(AD_MACHINE))
        if (action !== 'duplicate') expect(move.from, `${action} from ${state}`).not.toContain(state);
  });

  it('can be duplicated from every state, and each state has a tab', () => {
    for (const state of AD_STATES) {
      expect(refusal(AD_MACHINE, 'duplicate', state, 'owner')).toBeNull();
      expect(TAB_OF_AD[state]).toBeDefined();
    }
  });

  it('lose no day by a renewal before their end, and gain none after it', () => {
    for (const days of AD_DAYS) {
      expect(adEndsAt(now, days)).toEqual(hours(days * 24));
      expect(adEndsAt(now, days, hours(5))).toEqual(hours(days * 24 + 5));
      expect(adEndsAt(now, days, hours(-5))).toEqual(hours(days * 24));
    }
    expect(adWarnsAt(hours(50))).toEqual(hours(2));
  });

  it('take replies only while live and before their end', () => {
    expect(takesReplies({ state: 'live', endsAt: hours(1) }, now)).toBe(true);
    expect(takesReplies({ state: 'live', endsAt: now }, now)).toBe(false);
    for (const state of AD_STATES.filter((s) => s !== 'live'))
      expect(takesReplies({ state, endsAt: hours(1) }, now)).toBe(false);
  });

  it('end a reply once: no act leaves hired, declined or withdrawn', () => {
    for (const state of AD_REPLY_STATES.filter((s) => !OPEN_AD_REPLY_STATES.includes(s)))
      for (const [action, move] of Object.entries(AD_REPLY_MACHINE))
        expect(move.from, `${action} from ${state}`).not.toContain(state);
  });
});
