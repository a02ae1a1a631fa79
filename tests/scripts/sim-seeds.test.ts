import { expect, test } from 'vitest';
import { playSeed } from '../../scripts/sim/play.ts';

/** A bound for what hangs: it takes a second or two. */
const BUSY_MS = 120_000;

test(
  'a hundred seeds of a hundred commands break no invariant, and everything comes to rest',
  () => {
    for (let seed = 1; seed <= 100; seed += 1) expect(playSeed(seed, { ops: 100 }).failure).toBeNull();
  },
  BUSY_MS,
);
