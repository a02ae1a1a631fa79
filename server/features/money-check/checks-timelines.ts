import { createHash } from 'node:crypto';
import { hashedText, ZERO_HASH } from '../escrow/timeline/rules.ts';
import { mayBeAhead, wrongStep } from './rules.ts';
import { findsOver, type CheckContext, type Finding, type RowInvariant } from './queries/check.ts';
import {
  contractCurrencies,
  eventsOf,
  eventsWithoutMandate,
  ledgerBalances,
  milestoneStates,
  type ChainRow,
} from './queries/timelines.ts';

const perTimeline = findsOver({ phase: 'timelines', over: 'timelines', stopsMoneyOut: true });
/** Who acted is a matter of rights: the books are right all the same. */
const warnsPerTimeline = findsOver({ phase: 'timelines', over: 'timelines', stopsMoneyOut: false });

/** The events of the page's contracts, each contract's in their order. */
const chainsOf = (ctx: CheckContext): Promise<Map<string, ChainRow[]>> =>
  ctx.once('chains', async () => groupedBy(await eventsOf(ctx.db, ctx.page), (row) => row.contractId));

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const currenciesOf = (ctx: CheckContext): Promise<Map<string, string>> =>
  ctx.once('currencies', () => contractCurrencies(ctx.db, ctx.page));

/** `firstBrokenEvent` without waiting for Web Crypto at each of a million events. */
function firstBrokenEvent(contractId: string, events: readonly ChainRow[]): number | null {
  let previous = ZERO_HASH;
  for (const [i, event] of events.entries()) {
    if (event.seq !== i + 1 || event.prevHash !== previous) return i + 1;
    if (
      createHash('sha256')
        .update(hashedText(previous, { ...event, contractId }))
        .digest('hex') !== event.hash
    )
      return i + 1;
    previous = event.hash;
  }
  return null;
}

/** Invariants of the deals' timelines. */
export const TIMELINE_INVARIANTS: readonly RowInvariant[] = [
  perTimeline(
    'deal.event-chain',
    'I14 V10',
    'The timeline of every deal is numbered without a gap and its hashes chain.',
    async (ctx) => {
      const currencies = await currenciesOf(ctx);
      const found: Finding[] = [];
      for (const [contractId, chain] of await chainsOf(ctx)) {
        const broken = firstBrokenEvent(contractId, chain);
        if (broken !== null)
          found.push({
            detail: `contract ${contractId} breaks at event ${broken}`,
            currency: currencies.get(contractId) ?? null,
          });
      }
      return found;
    },
  ),
  perTimeline(
    'deal.events-replay',
    'I15 V11 V16',
    "Read from its events, every milestone took steps of the machine by allowed actors and stands where its row says; the last event has the ledger's balances.",
    async (ctx) => {
      const chains = await chainsOf(ctx);
      const currencies = await currenciesOf(ctx);
      const milestones = groupedBy(await milestoneStates(ctx.db, ctx.page), (m) => m.contract_id);
      const ledger = await ledgerBalances(ctx.db, ctx.page);
      const found: Finding[] = [];
      for (const [contractId, chain] of chains) {
        const currency = currencies.get(contractId) ?? null;
        const last = chain.at(-1)!;
        const books = ledger.get(contractId) ?? { held: 0, released: 0, refunded: 0, disputed: 0 };
        for (const part of ['held', 'released', 'refunded', 'disputed'] as const) {
          if (last[part] !== books[part])
            found.push({
              detail: `contract ${contractId}: ${part} is ${last[part]} by its events, ${books[part]} in the ledger`,
              currency,
            });
        }
        const byMilestone = groupedBy(chain, (e) => e.milestoneId ?? '');
        for (const m of milestones.get(contractId) ?? []) {
          const own = byMilestone.get(m.id) ?? [];
          const { text, state } = wrongStep(own);
          const stored = m.state;
          if (text) found.push({ detail: `milestone ${m.id}: ${text}`, currency });
          else if (state !== stored && !mayBeAhead(stored, own) && own.length > 0) {
            found.push({ detail: `milestone ${m.id} is ${stored}, its events say ${state}`, currency });
          }
        }
      }
      return found;
    },
  ),
  warnsPerTimeline(
    'deal.acts-on-behalf',
    'I15 V11',
    'What an agency did in a deal in the name of its creator is an act that the creator reads, under a representation that was in force.',
    async (ctx) => {
      const chains = await chainsOf(ctx);
      const onBehalf = [...chains.values()].flat().filter(({ data }) => 'actingFor' in data);
      if (onBehalf.length === 0) return [];
      const found = await eventsWithoutMandate(
        ctx.db,
        onBehalf.map(({ id }) => id),
      );
      return found.map(({ contract_id, seq }) => ({
        detail: `contract ${contract_id}: event ${seq} was done in the name of its creator without a mandate`,
      }));
    },
  ),
];
