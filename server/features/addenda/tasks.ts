import type { OrgContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { Side } from '../terms/schema.ts';
import { unsignedBy } from './queries/addenda.ts';

/** An addendum that a side has not signed, for its home. */
export interface AddendumTask {
  contractId: string;
  title: string;
  otherName: string;
  totalAfter: number;
  currency: Currency;
  deadlineAt: Date;
}

export async function addendaToSign(
  tx: OrgContext,
  of: { orgId: string; side: Side; limit: number },
): Promise<AddendumTask[]> {
  return (await unsignedBy(tx.db, of)).map((row) => ({
    contractId: row.contract_id,
    title: row.title,
    otherName: row.other_name,
    totalAfter: row.total_after,
    currency: row.currency,
    deadlineAt: row.deadline_at,
  }));
}
