import type { ServiceContext } from '../../../context.ts';
import type { Charge } from '../../ledger/charges/rules.ts';
import { paymentsOfContract } from '../deals/queries/money.ts';
import { plannedCharge } from '../deals/what-if.ts';
import type { MilestoneRow } from '../milestone/queries.ts';

const PAID = ['paid', 'refunding', 'refunded'];

/**
 * What a settlement of a milestone divides: its charge, by the rates of its contract where row security hides the
 * payment, and what of the price was released before.
 */
export async function milestoneCharge(
  tx: ServiceContext,
  row: MilestoneRow,
): Promise<{ charge: Charge; before: number }> {
  const payment = (await paymentsOfContract(tx.db, row.contract_id)).findLast(
    (p) => p.milestone_id === row.id && PAID.includes(p.state) && !p.late,
  );
  const { price, fee, tax, total } = payment ?? plannedCharge(row);
  return { charge: { price, fee, tax, total }, before: row.released_parts };
}
