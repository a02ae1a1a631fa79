import { describe, expect, it } from 'vitest';
import { firstTab } from '../../../../src/features/campaigns/my-campaigns-search.ts';

describe('the tab a creator lands on', () => {
  it('is the first one with something in it', () => {
    expect(firstTab({ applied: 0, offers: 0, active: 1, toPost: 0, paid: 3, past: 1 })).toBe('active');
    expect(firstTab({ applied: 2, offers: 1, active: 1, toPost: 0, paid: 0, past: 0 })).toBe('applied');
    expect(firstTab({ applied: 0, offers: undefined, active: 0, toPost: 0, paid: 0, past: 0 })).toBe('applied');
  });
});
