import { playing } from './play.ts';
import type { Sim } from './state.ts';

/** What the commands of a seed play: their kinds with outcomes, clocks that are amended, what becomes of joint payments. */
function partsOf(seed: number, ops: number): Set<string> {
  const parts = new Set<string>();
  let sim: Sim | null = null;
  let n = 0;
  for (const { s, command: c, outcome } of playing(seed, { ops })) {
    sim = s;
    if (outcome !== 'nothing') parts.add(`${c.do === 'fund' && c.also ? 'fund together' : c.do} → ${outcome}`);
    if (c.do === 'amend' && outcome === 'done') parts.add(`amend ${c.clock}`);
    n += 1;
    if (n === ops) break;
  }
  for (const p of (sim?.payments ?? []).filter(({ total, whole }) => total !== whole.total)) {
    parts.add(`joint: ${p.state}`);
    if (sim!.transfers.some((t) => t.milestoneId === p.milestoneId)) parts.add('joint: transferred');
    if (sim!.disputes.some((d) => d.paymentId === p.id)) parts.add('joint: disputed');
    for (const r of sim!.refunds) if (r.paymentId === p.id) parts.add(`joint: refunded, ${r.reason}`);
  }
  return parts;
}

/** Few of the seeds 1 to `last` that together play all that these play. */
export function coveringSeeds(last: number, ops: number): number[] {
  const parts = new Map<number, Set<string>>();
  for (let seed = 1; seed <= last; seed += 1) parts.set(seed, partsOf(seed, ops));
  const missing = new Set([...parts.values()].flatMap((own) => [...own]));
  const chosen: number[] = [];
  while (missing.size > 0) {
    const left = (own: ReadonlySet<string>): number => [...own].filter((part) => missing.has(part)).length;
    const [seed, own] = [...parts].reduce((best, one) => (left(one[1]) > left(best[1]) ? one : best));
    chosen.push(seed);
    for (const part of own) missing.delete(part);
  }
  return chosen.toSorted((a, b) => a - b);
}
