import { brokenRule, firstFailure } from './search.ts';
import { playSeed } from './play.ts';
import { shrink, type Shrunk } from './shrink.ts';
import { PRODUCT } from './rules.ts';

/** A share of the work, for a process of its own. */
export type Job =
  | { kind: 'seeds'; from: number; to: number; ops: number }
  | { kind: 'broken'; name: string; from: number; to: number; ops: number };

export interface FoundFailure extends Shrunk {
  seed: number;
  at: number;
}
export type Answer =
  | { kind: 'seeds'; seeds: number; commands: number; failures: FoundFailure[] }
  | { kind: 'broken'; name: string; seeds: number | null; found: FoundFailure | null };

const MAX_FAILURES = 3;

function work(job: Job): Answer {
  if (job.kind === 'broken') {
    const { rules } = brokenRule(job.name);
    const first = firstFailure(job.from, job.to, job.ops, rules);
    const { played } = first ?? {};
    return {
      kind: 'broken',
      name: job.name,
      seeds: first?.seeds ?? null,
      found: played ? { ...shrink(played, rules)!, seed: played.seed, at: played.failure!.at } : null,
    };
  }
  const failures: FoundFailure[] = [];
  let commands = 0;
  for (let seed = job.from; seed <= job.to; seed += 1) {
    const played = playSeed(seed, { ops: job.ops, rules: PRODUCT });
    commands += played.commands.length;
    if (played.failure && failures.length < MAX_FAILURES)
      failures.push({ ...shrink(played)!, seed, at: played.failure.at });
  }
  return { kind: 'seeds', seeds: job.to - job.from + 1, commands, failures };
}

process.on('message', (job: Job) => {
  process.send?.(work(job));
});
