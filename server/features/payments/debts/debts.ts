import type { SystemContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { derivedId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { closeMatter } from '../../cases/service.ts';
import { notify } from '../../notifications/notify.ts';
import { changeDebt, debtOfDispute, insertDebt, type DebtRow } from './queries.ts';
import { lostOf, owedOf, shareReturned } from './rules.ts';

interface NewDebt {
  brandOrg: string;
  contractId: string | null;
  milestoneId: string | null;
  currency: Currency;
  amount: number;
  /** What it comes from: a lost dispute of a card's bank, or a case about a refund made by hand. */
  of: { disputeId: string } | { caseId: string };
}

/** Adds what a brand owes, in the transaction that books it; the caller notifies it. */
export async function openDebt(tx: SystemContext, debt: NewDebt): Promise<void> {
  const disputeId = 'disputeId' in debt.of ? debt.of.disputeId : null;
  const caseId = 'caseId' in debt.of ? debt.of.caseId : null;
  const key = disputeId ?? caseId ?? '';
  await insertDebt(tx.db, {
    id: await derivedId(`debt:${key}`),
    brand_org: debt.brandOrg,
    contract_id: debt.contractId,
    milestone_id: debt.milestoneId,
    dispute_id: disputeId,
    case_id: caseId,
    currency: debt.currency,
    amount: debt.amount,
    at: tx.clock.now(),
  });
}

/** What a brand is notified of about what it owes. */
export const notifyDebtor = (
  tx: SystemContext,
  kind:
    | 'debt_opened'
    | 'debt_waits'
    | 'debt_paid'
    | 'debt_payment_failed'
    | 'debt_converted'
    | 'debt_converted_sent'
    | 'debt_converted_kept'
    | 'debt_overpaid'
    | 'debt_overpaid_sent'
    | 'debt_overpaid_kept'
    | 'debt_written_off',
  { brandOrg, amount, currency, number }: Pick<NewDebt, 'brandOrg' | 'amount' | 'currency'> & { number?: string },
  key: string,
): Promise<void> =>
  notify(tx, {
    orgId: brandOrg,
    kind,
    data: { amountMinor: amount, currency, ...(number === undefined ? {} : { number }) },
    link: ADDRESSES.debts,
    key: `${kind}:${key}`,
    roles: ['owner', 'admin', 'finance'],
  });

/**
 * The bank of a lost dispute gives money back: what of it ends the debt, what the brand gets that had paid, and what is the
 * platform's, which had written it off. Nothing where the loss was not owed yet. `step` names this time among all of the
 * dispute, for the operations.
 */
export async function returnToDebt(
  tx: SystemContext,
  disputeId: string,
  amount: number,
): Promise<{ cancelled: number; repaid: number; regained: number; step: string }> {
  const debt = amount > 0 ? await debtOfDispute(tx.db, disputeId) : undefined;
  if (!debt) return { cancelled: 0, repaid: 0, regained: 0, step: '' };
  const shares = shareReturned(debt, amount);
  await changeDebt(tx.db, debt.id, shares, tx.clock.now());
  return { ...shares, step: `${lostOf(debt) - amount}:${debt.amount}` };
}

/** Nothing is owed of it any more: its case is closed. */
export async function closeIfSettled(
  tx: SystemContext,
  debt: DebtRow,
  less: number,
  outcome: 'debt_paid' | 'written_off' | 'returned',
): Promise<void> {
  if (owedOf(debt) > less || !debt.dispute_id || !debt.milestone_id) return;
  await closeMatter(tx, { kind: 'card_dispute', key: debt.dispute_id, milestoneId: debt.milestone_id }, { outcome });
}

/** The same of a loss that was set off when it was booked, before it had a case. */
export async function closeIfSetOff(tx: SystemContext, disputeId: string): Promise<void> {
  const debt = await debtOfDispute(tx.db, disputeId);
  if (debt) await closeIfSettled(tx, debt, 0, 'returned');
}
