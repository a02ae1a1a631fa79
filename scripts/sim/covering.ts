import { exchangesIn } from './bank-accounts.ts';
import { isAboutAddendum, wishesOf } from './addenda.ts';
import { automaticIn } from './automatic-play.ts';
import { addendaIn } from './changes-play.ts';
import type { Command } from './commands.ts';
import { leadOf } from './joint.ts';
import { milestoneOf } from './moves.ts';
import { parkedIdOf } from './parked.ts';
import { playing } from './play.ts';
import { methodsIn } from './saved-play.ts';
import type { Payment, Sim } from './state.ts';

const nameOf = (c: Command): string =>
  c.do !== 'fund' ? c.do : c.mishap && 'takes' in c.mishap ? 'fund, another sum' : c.also ? 'fund together' : c.do;

const contractOf = (s: Sim, { milestoneId }: Payment): string => milestoneOf(s, milestoneId).contract_id;

/** What has become of joint payments, of money that staff decide about, of new bank accounts, saved methods and bonuses. */
function* outcomesIn(s: Sim): Generator<string> {
  for (const p of s.payments.filter(({ total, whole }) => total !== whole.total)) {
    yield `joint: ${p.state}`;
    if (contractOf(s, leadOf(s, p)) !== contractOf(s, p)) yield `joint, two contracts: ${p.state}`;
    if (s.transfers.some((t) => t.milestoneId === p.milestoneId)) yield 'joint: transferred';
    if (s.disputes.some((d) => d.paymentId === p.id)) yield 'joint: disputed';
    for (const r of s.refunds) if (r.paymentId === p.id) yield `joint: refunded, ${r.reason}`;
  }
  for (const d of s.parkedDecisions) {
    const { kind } = s.parked.find((c) => parkedIdOf(c) === d.key)!;
    yield `${kind}, ${d.way}: ${d.state}`;
  }
  for (const d of s.suspenseDecisions) yield `suspense, ${d.way}: ${d.state}`;
  for (const d of s.disputes) if (d.suspended) yield `suspense, disputed: ${d.state}`;
  yield* exchangesIn(s);
  yield* methodsIn(s);
  yield* automaticIn(s);
  yield* addendaIn(s);
  for (const m of s.milestones) if (m.bonus) yield `bonus: ${m.state}`;
}

interface Seed {
  /** What its commands play: their kinds with outcomes, clocks that are amended, and what has become of things by their end. */
  parts: Set<string>;
  /** How many commands are carried out until all is at rest. */
  length: number;
}

function played(seed: number, ops: number): Seed {
  const parts = new Set<string>();
  let length = 0;
  let n = 0;
  for (const { s, command: c, outcome } of playing(seed, { ops })) {
    if (outcome !== 'nothing') length += 1;
    n += 1;
    if (n > ops) continue;
    // Why an addendum is refused is the same whichever step of it is.
    const isRefused = isAboutAddendum(c) && c.do !== 'followAddendum' && outcome !== 'done';
    const name = isRefused ? 'addendum' : nameOf(c);
    if (outcome !== 'nothing') parts.add(`${name} → ${outcome}`);
    if (c.do === 'amend' && outcome === 'done') parts.add(`amend ${c.clock}`);
    if (isAboutAddendum(c) && outcome === 'done') for (const { kind } of wishesOf(c)) parts.add(`changes: ${kind}`);
    if ('second' in c && outcome === 'done') parts.add(`${c.do} the second contract`);
    if (n === ops) for (const part of outcomesIn(s)) parts.add(part);
  }
  return { parts, length };
}

/** A command that is carried out counts for more than a refusal. */
const worthOf = (part: string): number => (/ → (done|ended|overtaken|expired)$/.test(part) ? 3 : 1);

/** To open a deal takes as long as so many commands. */
const OPENING = 40;

/** `atMost` short ones of the seeds 1 to `last` that together play most of what these play, what is common first. */
export function coveringSeeds(last: number, ops: number, atMost: number): number[] {
  const seeds = new Map<number, Seed>();
  for (let seed = 1; seed <= last; seed += 1) seeds.set(seed, played(seed, ops));
  const missing = new Set([...seeds.values()].flatMap(({ parts }) => [...parts]));
  const chosen: number[] = [];
  while (missing.size > 0 && chosen.length < atMost) {
    const worth = ({ parts, length }: Seed): number =>
      [...parts].reduce((sum, part) => sum + (missing.has(part) ? worthOf(part) : 0), 0) / (OPENING + length);
    const [seed, { parts }] = [...seeds].reduce((best, one) => (worth(one[1]) > worth(best[1]) ? one : best));
    chosen.push(seed);
    for (const part of parts) missing.delete(part);
  }
  return chosen.toSorted((a, b) => a - b);
}
