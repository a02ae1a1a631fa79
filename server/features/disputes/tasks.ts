import type { OrgContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { Side } from '../terms/schema.ts';
import { openDisputesOf } from './queries/disputes.ts';
import { disputesOfTurn } from './queries/tasks.ts';
import { factsOf } from './row/rules.ts';
import { turnsOf, type DisputeTurn } from './rules.ts';

/** A dispute in which a side may still move, for its home. */
export interface DisputeTask {
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  otherName: string;
  amount: number;
  currency: Currency;
  phaseEndsAt: Date | null;
}

/** Open disputes that wait for this side: it talks, adds evidence, or may appeal. */
export async function disputesToAnswer(
  tx: OrgContext,
  of: { orgId: string; side: Side; limit: number },
): Promise<DisputeTask[]> {
  return (await disputesOfTurn(tx.db, of)).map((row) => ({
    contractId: row.contract_id,
    dealTitle: row.deal_title,
    milestoneTitle: row.milestone_title,
    otherName: row.other_name,
    amount: row.amount,
    currency: row.currency,
    phaseEndsAt: row.phase_ends_at,
  }));
}

/** Where the open dispute of each of these milestones stands. */
export async function disputeTurns(
  tx: OrgContext,
  milestoneIds: readonly string[],
): Promise<Map<string, { turns: readonly DisputeTurn[]; phaseEndsAt: Date | null }>> {
  const rows = await openDisputesOf(tx.db, milestoneIds);
  return new Map(
    rows.map((row) => [row.milestone_id, { turns: turnsOf(factsOf(row)), phaseEndsAt: row.phase_ends_at }]),
  );
}
