import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCK_AFTER } from '../../../server/features/accounts/rules.ts';
import { clearLoginAttempts, countFailedLogin, readLoginAttempts } from '@/lib/login-attempts.ts';

describe("the browser's count of refused sign-ins", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    stubStorage({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  afterEach(() => {
    clearLoginAttempts();
    vi.unstubAllGlobals();
  });

  it('starts at none, goes up by one to the lock at three and no further', () => {
    expect(readLoginAttempts()).toBe(0);
    expect([1, 2, 3, 4].map(() => countFailedLogin())).toEqual([2, 1, 0, 0]);
    expect(kept.get('loginAttempts')).toBe(String(LOCK_AFTER));
  });

  it('is cleared without a trace', () => {
    countFailedLogin();
    clearLoginAttempts();
    expect(readLoginAttempts()).toBe(0);
    expect(kept.size).toBe(0);
  });

  it.each(['', 'many', '-1', '1.5', 'NaN'])('takes %o for none', (rubbish) => {
    kept.set('loginAttempts', rubbish);
    expect(readLoginAttempts()).toBe(0);
  });

  it('never counts beyond the lock, whatever was written there', () => {
    kept.set('loginAttempts', '999');
    expect(readLoginAttempts()).toBe(LOCK_AFTER);
  });

  it('lasts for the visit where storage is forbidden', () => {
    const refuse = () => {
      throw new Error('forbidden');
    };
    stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    expect([countFailedLogin(), countFailedLogin()]).toEqual([2, 1]);
    expect(readLoginAttempts()).toBe(2);
  });
});

function stubStorage(localStorage: object): void {
  vi.stubGlobal('window', { localStorage, addEventListener: () => {}, removeEventListener: () => {} });
}
