import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gathered } from '../../../../server/features/platform/gathered.ts';
import { startLoop } from '../../../../server/features/platform/loop.ts';

const log = pino({ enabled: false });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a background loop', () => {
  function loop(how: { restMs?: number; fails?: () => boolean } = {}) {
    const rounds: number[] = [];
    const started = Date.now();
    const made = startLoop({
      name: 'test',
      log,
      everyMs: 1_000,
      ...(how.restMs === undefined ? {} : { restMs: how.restMs }),
      run: async () => {
        rounds.push(Date.now() - started);
        if (how.fails?.()) throw new Error('on purpose');
        return false;
      },
    });
    return { rounds, ...made };
  }

  it('answers a call at once after a quiet time, and all calls of its rest by one round', async () => {
    const { rounds, wake, stop } = loop({ restMs: 100 });
    await vi.advanceTimersByTimeAsync(300);
    wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual([0, 300]);
    for (let call = 0; call < 5; call += 1) {
      wake();
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect(rounds).toEqual([0, 300, 400]);
    await stop();
  });

  it('looks by itself when nobody calls', async () => {
    const { rounds, stop } = loop({ restMs: 100 });
    await vi.advanceTimersByTimeAsync(2_300);
    expect(rounds).toEqual([0, 1_100, 2_200]);
    await stop();
  });

  it('is not called into a spin while it fails, and comes back', async () => {
    let broken = true;
    const { rounds, wake, stop } = loop({ fails: () => broken });
    for (let ms = 0; ms < 1_000; ms += 10) {
      wake();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(rounds).toEqual([0, 500]);
    broken = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds.slice(2)).toEqual([1_500]);
    await stop();
  });

  it('ends at once when it is stopped in the middle of a rest', async () => {
    const { rounds, wake, stop } = loop({ restMs: 60_000 });
    await vi.advanceTimersByTimeAsync(5);
    wake();
    await stop();
    expect(rounds).toEqual([0]);
  });
});

describe('what is gathered', () => {
  it('goes together once the round before it has ended', async () => {
    const rounds: number[][] = [];
    const ask = gathered<number>(async (items) => {
      rounds.push([...items]);
      await new Promise((done) => setTimeout(done, 10));
    });
    const all = Promise.all([ask(1), ask(2), ask(3)]);
    await vi.advanceTimersByTimeAsync(20);
    await all;
    expect(rounds).toEqual([[1], [2, 3]]);
    void ask(4);
    expect(rounds.at(-1)).toEqual([4]);
  });

  it('waits for company as long as it is told to', async () => {
    const rounds: number[][] = [];
    const ask = gathered<number>(async (items) => void rounds.push([...items]), { afterMs: 50 });
    const all = Promise.all([ask(1), ask(2)]);
    await vi.advanceTimersByTimeAsync(49);
    expect(rounds).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await all;
    expect(rounds).toEqual([[1, 2]]);
  });

  it('tells a failed round to those of that round alone', async () => {
    const ask = gathered<string>(async (items) => {
      await Promise.resolve();
      if (items.includes('bad')) throw new Error('on purpose');
    });
    expect((await Promise.allSettled([ask('good'), ask('bad'), ask('neighbour')])).map((r) => r.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(ask('later')).resolves.toBeUndefined();
  });
});
