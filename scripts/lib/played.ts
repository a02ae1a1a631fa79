import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { numbersOf, rangesOf } from './runs.ts';

/** Variables by which a command sets what its test plays, and where the test notes what it has played. */
export const PLAYED = {
  /** A file in which the test notes each unit. */
  file: 'PLAYED_FILE',
  /** Units that earlier runs have played. */
  before: 'PLAYED_BEFORE',
  /** How many of the first units are left out. */
  from: 'PLAYED_FROM',
  /** After so many minutes no unit is begun. */
  within: 'PLAYED_WITHIN',
} as const;

export interface Played {
  right: string;
  wrong: string;
}

/** Of so many units in their order those that this run plays; without an order by number. */
export function unitsToPlay(count: number, inOrder?: readonly number[]): number[] {
  const from = Number(process.env[PLAYED.from] ?? 0);
  const before = new Set(numbersOf(process.env[PLAYED.before] ?? ''));
  const all = inOrder ?? Array.from({ length: from + count }, (_, i) => i + 1);
  return all.slice(from, from + count).filter((n) => !before.has(n));
}

/** When no more is begun; what is not limited in time must be whole. */
export const untilAt = (): number => {
  const minutes = process.env[PLAYED.within];
  return minutes ? Date.now() + Number(minutes) * 60_000 : Infinity;
};

export function notePlayed(n: number, isRight: boolean): void {
  const file = process.env[PLAYED.file];
  if (file) appendFileSync(file, `${n} ${isRight ? 'right' : 'wrong'}\n`);
}

/** What a test has noted. Where it failed and named no unit, none of them counts as right. */
export function unitsPlayed(file: string, held: boolean): Played {
  const noted = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
        .map(([n, how]) => ({ n: Number(n), isRight: how === 'right' }))
    : [];
  const isUncertain = !held && noted.every(({ isRight }) => isRight);
  return {
    right: rangesOf(noted.filter(({ isRight }) => isRight && !isUncertain).map(({ n }) => n)),
    wrong: rangesOf(noted.filter(({ isRight }) => !isRight || isUncertain).map(({ n }) => n)),
  };
}
