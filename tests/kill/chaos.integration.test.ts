import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notePlayed, unitsToPlay, untilAt } from '../../scripts/lib/played.ts';
import { watchBank } from '../support/chaos/bank.ts';
import { CASES, casesOf, playFailpoints } from '../support/chaos/failpoints.ts';
import { settledBooks, startChaos, type Chaos } from '../support/chaos/kit.ts';
import { openArena, PAIRS, playClicks, playRaces } from '../support/chaos/races.ts';
import { jumpsOf, playOutages, playRandomKills } from '../support/chaos/random-kills.ts';

/*
 * One instance of processes that can be killed serves every part in turn. `npm run chaos` plays one of them with more cases.
 */

const PART = process.env['CHAOS_PART'];
const SEED = Number(process.env['CHAOS_SEED'] ?? 1);
const count = (usual: number): number => Number(process.env['CHAOS_CASES'] ?? usual);
/** Without a name all parts but the random kills and the outages are played. */
const plays = (part: string): boolean => (PART ? PART === part : part !== 'cases' && part !== 'outages');
/** Figures for `npm run chaos`. */
const note = (figures: Record<string, number>): void => {
  const file = process.env['CHAOS_FIGURES'];
  if (file) writeFileSync(file, JSON.stringify(figures));
};

let chaos: Chaos;
beforeAll(async () => {
  chaos = await startChaos({ apis: plays('races') ? 2 : 1 });
}, 240_000);
afterAll(async () => chaos?.stop(), 60_000);

if (plays('failpoints')) {
  const inOrder = casesOf(SEED, CASES.length).map(({ n }) => n);
  const cases = unitsToPlay(count(30), inOrder).map((n) => CASES[n - 1]!);
  test(
    `${cases.length} ends of a process between claim, call and confirmation: each deal settles, once, and all books agree`,
    async () => {
      const until = untilAt();
      const bank = watchBank(chaos, { pauseMs: 50 });
      const { results, breaches } = await playFailpoints(chaos, cases, {
        seed: SEED,
        awayMs: PART ? 5_000 : 500,
        until,
        report({ n, step, variant, point, victim, manner, preparedMs, hitMs, backMs, settledMs, wrong }) {
          notePlayed(n, wrong.length === 0);
          if (PART || wrong.length > 0)
            process.stdout.write(
              `${manner} ${victim} at ${step}.${point}${variant ? ` (${variant})` : ''}: ${wrong.length === 0 ? `settled in ${settledMs} ms` : wrong.join('; ')} (prepared in ${preparedMs}, reached in ${hitMs}, back in ${backMs})\n`,
            );
        },
      });
      const { snapshots, wrong } = await bank.stop();
      note({
        // A wrong one is named and played again.
        slowestMs: Math.max(0, ...results.map((one) => (one.wrong.length > 0 ? 0 : (one.settledMs ?? 0)))),
        breaches: breaches.length,
        snapshots,
        wrongSnapshots: wrong.length,
      });
      expect(wrong).toEqual([]);
      expect(snapshots).toBeGreaterThanOrEqual(PART ? results.length : 300);
      expect(results.filter((one) => one.wrong.length > 0)).toEqual([]);
      expect(breaches).toEqual([]);
      if (until === Infinity) expect(results).toHaveLength(cases.length);
      if (results.length === CASES.length)
        expect(new Set(results.map((one) => `${one.step}.${one.point}`)).size).toBe(52);
    },
    Math.max(10, cases.length) * 60_000,
  );
}

if (PART === 'bank') {
  const minutes = count(10);
  test(
    `${minutes} minutes of snapshots while processes are ended: each sums to zero, and clients are covered`,
    async () => {
      const bank = watchBank(chaos, { pauseMs: 5 });
      const end = Date.now() + minutes * 60_000;
      const breaches: string[] = [];
      let played = 0;
      for (let seed = SEED; Date.now() < end; seed += 1) {
        const { results, breaches: found } = await playFailpoints(chaos, casesOf(seed, 10), { seed, awayMs: 500 });
        played += results.length;
        breaches.push(...found, ...results.flatMap((one) => one.wrong));
      }
      const { snapshots, wrong } = await bank.stop();
      note({
        snapshots,
        snapshotsPerMinute: Math.floor(snapshots / minutes),
        wrongSnapshots: wrong.length,
        faults: played,
      });
      expect(wrong).toEqual([]);
      expect(breaches).toEqual([]);
      expect(snapshots).toBeGreaterThanOrEqual(1_000 * minutes);
    },
    (minutes + 10) * 60_000,
  );
}

if (plays('races')) {
  const seeds = unitsToPlay(count(2));
  test(
    `${PAIRS.length} × ${seeds.length} races of two acts at two API processes: only what the table names, one verdict on one sum`,
    async () => {
      const arena = await openArena(chaos);
      const clicks = await playClicks(arena);
      const results = await playRaces(arena, { seeds, seed: SEED, until: untilAt(), played: notePlayed });
      const wrong = results.filter((one) => one.wrong.length > 0);
      if (PART)
        for (const line of [...new Set(results.map(({ pair, came }) => `${pair.join(' ')}: ${came}`))].toSorted())
          process.stdout.write(`${line}\n`);
      const breaches = await settledBooks(chaos);
      note({ doubled: clicks.length, breaches: breaches.length });
      expect(clicks).toEqual([]);
      expect(wrong).toEqual([]);
      expect(breaches).toEqual([]);
      expect(results.length % PAIRS.length, 'each pair as often as the others').toBe(0);
    },
    Math.max(10, count(2) * 5) * 60_000,
  );
}

if (plays('cases'))
  test(
    `${count(100)} random kills of API, worker, Temporal and Postgres: every deal ends released, once, and all books agree`,
    async () => {
      await playRandomKills(chaos, count(100));
      note({ kills: count(100) });
    },
    Math.max(20, count(100)) * 60_000,
  );

if (plays('outages'))
  test(
    `${count(12)} outages of Postgres, Temporal and the provider, and jumps of its clock: every deal ends released, once`,
    async () => {
      await playOutages(chaos, count(12));
      note({ outages: count(12) - jumpsOf(count(12)), jumps: jumpsOf(count(12)) });
    },
    Math.max(20, count(12)) * 60_000,
  );
