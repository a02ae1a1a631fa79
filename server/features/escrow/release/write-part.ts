import type { OrgContext, SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import { commissionBetween } from '../../ledger/charges/rules.ts';
import { notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { PartCause } from '../live/schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { insertPart, partsOfMilestone } from './queries.ts';

/** Writes a part that is released now, its event and the creator's notice; the caller has moved the row. */
export async function writePart(
  tx: OrgContext | SystemContext,
  row: MilestoneRow,
  moved: MilestoneRow,
  part: { amount: number; cause: PartCause; clearsAt: Date; by: string },
): Promise<void> {
  if (part.amount === 0) return;
  const n = (await partsOfMilestone(tx.db, row.id)).length + 1;
  await insertPart(tx.db, row, { ...part, id: newId(), n, at: tx.clock.now() });
  const { amount, cause } = part;
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'part_released',
    data: { amount, n, ...(cause === 'brand' ? {} : { cause }) },
  });
  const { released_parts: from, commission_bps: bps, currency } = row;
  const { creator } = commissionBetween(from, from + amount, bps, currency);
  await notifyParty(tx, moved, 'creator', 'part_released', `part${n}`, { amountMinor: creator });
}
