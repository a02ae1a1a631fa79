import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { newId } from '../../core/ids.ts';
import { signalWorkflows } from '../outbox/commands.ts';
import { currenciesStopped, insertStop, liftStops, stoppedCurrencyOf, workflowsWaiting } from './queries.ts';

/*
 * While the books of a currency disagree, no money of it goes out: releases, refunds and payouts are suspended and
 * continue by themselves when the stop is lifted. Money-in goes on.
 */

/** Currencies whose payments are paused. The cause is shown to operators alone. */
export const stoppedCurrencies = (ctx: OrgContext): Promise<Currency[]> =>
  withTx(ctx, (tx) => currenciesStopped(tx.db, CURRENCY_CODES));

/** A claimed call was not made because money-out of its currency is stopped. The claim stays. */
export class MoneyOutStopped extends Error {
  override readonly name = 'MoneyOutStopped';
  readonly currency: Currency;

  constructor(currency: Currency) {
    super(`money-out of ${currency} is stopped`);
    this.currency = currency;
  }
}

/** Whether money-out of that currency is stopped. Called in the transaction that claims the money. */
export const isMoneyOutStopped = async (tx: ServiceContext, currency: Currency): Promise<boolean> =>
  (await currenciesStopped(tx.db, [currency])).length > 0;

/** Called right before the provider: a claim may be older than the stop. Throws MoneyOutStopped. */
export async function assertMoneyOut(ctx: ServiceContext, opId: string): Promise<void> {
  const currency = await stoppedCurrencyOf(ctx.db, opId);
  if (currency) throw new MoneyOutStopped(currency);
}

/** The run that found the difference: of the money check, or a reconciliation. */
export type StopCause = { checkId: string } | { reconciliationId: string };

/** Stops money-out of a currency; false when this cause had stopped it before. In the caller's transaction. */
export const stopMoneyOut = (
  tx: ServiceContext,
  stop: StopCause & { currency: Currency; at: Date },
): Promise<boolean> =>
  insertStop(tx.db, { checkId: null, reconciliationId: null, ...stop, id: newId(stop.at.getTime()) });

/**
 * Lifts the stop of a currency and signals every workflow whose payment was stopped; false when there is none. A clean
 * run lifts what runs of its own kind stopped, staff lift all. The currency goes on when nothing stops it any more. In
 * the caller's transaction.
 */
export async function resumeMoneyOut(
  tx: ServiceContext,
  input: { currency: Currency; at: Date } & ({ by: 'staff' } | { by: 'clean_run'; of: 'check' | 'reconciliation' }),
): Promise<boolean> {
  const lifted = await liftStops(tx.db, { of: null, ...input });
  const [first] = lifted;
  if (first === undefined) return false;
  if (!(await isMoneyOutStopped(tx, input.currency)))
    await signalWorkflows(tx, await workflowsWaiting(tx.db, input.currency), 'money_out_resumed', first);
  return true;
}
