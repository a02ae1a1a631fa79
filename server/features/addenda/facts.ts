import { feeRateOf } from '../ledger/charges/rules.ts';
import type { ServiceContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { amendableOf, type milestonesToAmend } from '../escrow/amend/amend.ts';
import { clockRanges, liveClockRanges } from '../policies/service.ts';
import { dealTerms, type DealTerms } from '../terms/schema.ts';
import type { ContractChain } from './queries/addenda.ts';
import type { AddendumRanges, AmendableDeal } from './changes/rules.ts';
import { planAddendum, type Planned } from './rules.ts';
import type { AddendumChange } from './schema.ts';

type Contract = Pick<ContractChain, 'state' | 'currency' | 'fee_bps' | 'fee_terms' | 'tax_bps' | 'terms'>;

/** A deal as the rules of addenda read it. */
export function amendableDeal(contract: Contract, rows: Awaited<ReturnType<typeof milestonesToAmend>>): AmendableDeal {
  return {
    active: contract.state === 'active',
    currency: contract.currency,
    terms: dealTerms.parse(contract.terms),
    feeBps: feeRateOf(contract),
    taxBps: contract.tax_bps,
    milestones: rows.map(amendableOf),
  };
}

/** A bonus has no work; its place in the terms has a date, which nothing follows from. */
export const dueOfBonus = (deadlineAt: Date, terms: DealTerms): Date => plus(deadlineAt, terms.clocks.review);

/** Ranges of the clocks that the contract has. */
export async function rangesFor(tx: ServiceContext, { clocks }: DealTerms): Promise<AddendumRanges> {
  const ranges = await clockRanges(tx);
  return clocks.posting === undefined ? ranges : { ...ranges, ...(await liveClockRanges(tx)) };
}

/** What these changes do to the deal now, or why they cannot. */
export async function plan(
  tx: ServiceContext,
  deal: AmendableDeal,
  { changes, deadlineAt }: { changes: readonly AddendumChange[]; deadlineAt: Date },
): Promise<Planned> {
  return planAddendum(deal, changes, {
    now: tx.clock.now(),
    ranges: await rangesFor(tx, deal.terms),
    dueOfBonus: dueOfBonus(deadlineAt, deal.terms),
  });
}

/** Dates of stored changes are texts. */
export const readChanges = (stored: readonly AddendumChange[]): AddendumChange[] =>
  stored.map((change) => ('dueAt' in change ? { ...change, dueAt: new Date(change.dueAt) } : change));
