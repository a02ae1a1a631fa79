import { isAsked, isUnsettled, methodProblem } from './saved-methods.ts';
import type { Command } from './commands.ts';
import type { Random } from './random.ts';
import type { SAVERS } from './saved-row.ts';
import type { Sim } from './state.ts';

/*
 * Deals whose brand saves methods: most of their payments charge one without a page, the holder of a card answers its bank
 * some time later, and methods are removed, also the last one and while a bank processes a debit of it.
 */

/** So many deals, and so many of their payments. */
const SAVING_DEALS = 0.35;
const CHARGED_OFTEN = 0.8;
/** Most of them may be charged. */
const USABLE_OFTEN = 0.85;
const SAVED_OFTEN = 0.3;
const MAX_SAVED = 3;
const ANSWERED_OFTEN = 0.3;
const REMOVED_OFTEN = 0.02;
/** The same while a payment that uses one is under way. */
const REMOVED_EARLY = 0.08;
const FOLLOWED_OFTEN = 0.3;

export const savesMethods = (random: Random): boolean => random.chance(SAVING_DEALS);

/** The command as a deal with saved methods plays it. */
export function saved(s: Sim, random: Random, command: Command): Command {
  if (command.do === 'fund') {
    if (s.methods.length === 0 || !random.chance(CHARGED_OFTEN)) return command;
    const all = [...s.methods.keys()];
    const usable = all.filter((n) => methodProblem(s, n) === null);
    return { ...command, method: random.pick(usable.length > 0 && random.chance(USABLE_OFTEN) ? usable : all) };
  }
  return besides(s, random) ?? command;
}

function besides(s: Sim, random: Random): Command | null {
  const isOpen = s.milestones.some((row) => row.state === 'awaiting_funding' || row.state === 'proposed');
  // Those of one moment have no order.
  const isSecond = s.methods.at(-1)?.savedAt === s.now;
  if (isOpen && !isSecond && s.methods.length < MAX_SAVED && random.chance(SAVED_OFTEN)) {
    const debits = s.deal.currency === 'EUR' ? { debit: 8, debitFails: 2 } : { debit: 1, debitFails: 1 };
    const how = { card: 4, strict: 6, declined: 1, ...debits } satisfies Record<keyof typeof SAVERS, number>;
    return { do: 'saveMethod', how: random.weighted(how) };
  }
  const charged = s.payments.find((p) => p.method !== null && p.leadId === null && isUnsettled(p));
  if (charged && isAsked(s, charged) && random.chance(ANSWERED_OFTEN)) {
    const { seq } = s.milestones.find((row) => row.id === charged.milestoneId)!;
    return { do: 'answerBank', m: seq, approves: random.chance(0.7) };
  }
  const removing = s.methods.findIndex(({ state }) => state === 'removing');
  if (removing >= 0 && random.chance(FOLLOWED_OFTEN)) return { do: 'followMethod', n: removing };
  if (s.methods.length === 0 || !random.chance(charged ? REMOVED_EARLY : REMOVED_OFTEN)) return null;
  const n = charged && random.chance(0.8) ? charged.method! : random.int(0, s.methods.length - 1);
  const role = random.weighted({ owner: 6, finance: 2, manager: 1 });
  return random.chance(0.3)
    ? { do: 'removeMethod', n, role, mishap: random.chance(0.5) ? { down: true } : { crash: 1 } }
    : { do: 'removeMethod', n, role };
}

/** What has become of saved methods and their charges. */
export function* methodsIn(s: Sim): Generator<string> {
  for (const { state } of s.methods) yield `method: ${state}`;
  for (const p of s.payments) if (p.method !== null) yield `charge of ${s.methods[p.method]!.how}: ${p.state}`;
}
