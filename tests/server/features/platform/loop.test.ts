import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batch } from '../../../../server/core/batcher.ts';
import { startLoop } from '../../../../server/core/loop.ts';

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

  it('runs by itself without a call', async () => {
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

describe('the batcher', () => {
  it('runs the next batch once the one before has ended', async () => {
    const rounds: number[][] = [];
    const add = batch<number>(async (items) => {
      rounds.push([...items]);
      await new Promise((done) => setTimeout(done, 10));
    });
    const all = Promise.all([add(1), add(2), add(3)]);
    await vi.advanceTimersByTimeAsync(20);
    await all;
    expect(rounds).toEqual([[1], [2, 3]]);
    void add(4);
    expect(rounds.at(-1)).toEqual([4]);
  });

  it('waits for more items for `afterMs`', async () => {
    const rounds: number[][] = [];
    const add = batch<number>(async (items) => void rounds.push([...items]), { afterMs: 50 });
    const all = Promise.all([add(1), add(2)]);
    await vi.advanceTimersByTimeAsync(49);
    expect(rounds).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await all;
    expect(rounds).toEqual([[1, 2]]);
  });

  it('rejects the callers of a failed batch alone', async () => {
    const add = batch<string>(async (items) => {
      await Promise.resolve();
      if (items.includes('bad')) throw new Error('on purpose');
    });
    expect((await Promise.allSettled([add('good'), add('bad'), add('neighbour')])).map((r) => r.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(add('later')).resolves.toBeUndefined();
  });
});
