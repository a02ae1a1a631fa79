import type { ServiceContext, SystemContext } from '../../../context.ts';
import { commissionOf } from '../../ledger/charges/rules.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import type { Side } from '../../terms/schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { endContract, statesOfContract } from '../deals/queries/contracts.ts';
import type { MilestoneState } from '../schema.ts';
import type { MilestoneRow } from './queries.ts';
import { endOfDeal, paidSomething } from './rules.ts';
import { notifyBoth, notifyParty } from './moves.ts';

/** What of its price an ended milestone paid. */
const keptOf = (m: { state: MilestoneState; amount: number; released_parts: number; settled_kept: number | null }) =>
  m.state === 'refunded' ? m.released_parts : m.settled_kept === null ? m.amount : m.released_parts + m.settled_kept;

/** What was paid, as a side reads it: the brand the price, the creator their share of it. */
const ownOf = (side: Side, price: number, { commission_bps: bps, currency }: MilestoneRow): number =>
  side === 'brand' ? price : commissionOf(price, bps, currency).creator;

/**
 * Ends the deal when its last milestone has ended: completed when anything was paid to the creator, cancelled when all
 * of it went back, voided when nothing was ever funded. Call it after the milestone moved, in the same transaction.
 * True when both sides were notified that the deal is completed.
 */
export async function endDealIfOver(tx: SystemContext | ServiceContext, row: MilestoneRow): Promise<boolean> {
  const all = await statesOfContract(tx.db, row.contract_id);
  const paid = all.filter(paidSomething);
  const state = endOfDeal(all);
  if (!state) return false;
  if (!(await endContract(tx.db, { contractId: row.contract_id, state, at: tx.clock.now() }))) return false;
  if (row.campaign_id)
    await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'contract_ended', row.contract_id);
  if (state !== 'completed') return false;
  await appendEvent(tx, { contractId: row.contract_id, type: 'deal_completed', data: { milestones: paid.length } });
  if (row.state === 'released') await notifyBoth(tx, row, 'last_milestone_released', 'released');
  else
    for (const side of ['brand', 'creator'] as const) {
      const amountMinor = paid.reduce((sum, m) => sum + ownOf(side, keptOf(m), row), 0);
      await notifyParty(tx, row, side, 'deal_completed', row.contract_id, { amountMinor, milestone: null });
    }
  return true;
}
