import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Random } from '../../../scripts/sim/random.ts';

/** So many of them, in an order that follows from the seed; all of them when there are fewer. */
export function chosenBy<T>(seed: number, all: readonly T[], count: number): T[] {
  const random = new Random(seed);
  return all
    .map((one) => ({ one, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

/** Whether `npm run chaos` plays this part: then whole, else the share that `npm test` has time for. */
export const shareOf = (part: string, usual: number): { seed: number; count: number } => ({
  seed: Number(process.env['CHAOS_SEED'] ?? 1),
  count: process.env['CHAOS_PART'] === part ? Number(process.env['CHAOS_CASES'] ?? Infinity) : usual,
});

/** Figures for `npm run chaos`, beside those that another test of the same part has noted. */
export function noteFigures(figures: Readonly<Record<string, number>>): void {
  const file = process.env['CHAOS_FIGURES'];
  if (!file) return;
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
  writeFileSync(file, JSON.stringify({ ...before, ...figures }));
}
