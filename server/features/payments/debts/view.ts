import { withTx, type OrgContext, type StaffContext } from '../../../context.ts';
import { roleMay } from '../../orgs/rules.ts';
import type { BrandDebts, DebtDto } from '../schema.ts';
import { PROCESSING_MS } from '../rules.ts';
import { lastDebtPayment, owedRows, type LastPayment, type OwedRow } from './queries.ts';
import { isPayable, lostOf, owedOf } from './rules.ts';

/** Listed for staff at most. */
const LISTED = 100;

const toDto = (row: OwedRow): DebtDto => ({
  id: row.id,
  brandOrg: row.brand_org,
  brandName: row.brand_name,
  contractId: row.contract_id,
  milestoneId: row.milestone_id,
  title: row.title,
  milestone: row.milestone,
  why: row.dispute_id ? 'card_dispute' : 'refund_by_hand',
  amount: lostOf(row),
  owed: owedOf(row),
  currency: row.currency,
  openedAt: row.opened_at,
  proposed: row.proposed,
  waits: row.waits,
});

function progressOf(last: LastPayment | undefined): Pick<BrandDebts['totals'][number], 'payment' | 'until'> {
  switch (last?.state) {
    case 'claimed':
    case 'open':
      return { payment: 'open', until: null };
    case 'processing':
      return { payment: 'processing', until: new Date(last.created_at.getTime() + PROCESSING_MS) };
    case 'failed':
      // One without a page was never paid: its payer saw at once that the page did not open.
      return { payment: last.session_id === null ? null : 'refused', until: null };
    default:
      return { payment: null, until: null };
  }
}

/** What the acting brand owes, why, and what it comes to in each currency. */
export async function brandDebts(ctx: OrgContext): Promise<BrandDebts> {
  return withTx(ctx, async (tx) => {
    const brandOrg = tx.actor.orgId;
    const items = (await owedRows(tx.db, { brandOrg })).map(toDto);
    const totals = [];
    for (const currency of new Set(items.map((item) => item.currency))) {
      const due = items.filter((item) => item.currency === currency && !item.waits);
      const amount = due.reduce((sum, item) => sum + item.owed, 0);
      const progress = progressOf(await lastDebtPayment(tx.db, { brandOrg, currency }));
      if (amount > 0 || progress.payment === 'processing')
        totals.push({ currency, amount, payable: isPayable(amount, currency), ...progress });
    }
    return { items, totals, mayPay: roleMay(tx.actor.role, 'escrow.fund') };
  });
}

/** What all brands owe, for staff. */
export const listDebts = (ctx: StaffContext): Promise<{ items: DebtDto[] }> =>
  withTx(ctx, async (tx) => ({ items: (await owedRows(tx.db, { limit: LISTED })).map(toDto) }));
