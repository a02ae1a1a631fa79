import { sql } from 'kysely';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { currenciesStopped, stoppedCurrencyOf } from './queries.ts';

/*
 * While the books of a currency disagree, no money of it goes out: releases, refunds and payouts are suspended and
 * continue by themselves when the stop is lifted. Money-in goes on.
 */

/** Currencies whose payments are paused. The cause is shown to operators alone. */
export const stoppedCurrencies = (ctx: OrgContext): Promise<Currency[]> =>
  withTx(ctx, (tx) => currenciesStopped(tx.db, CURRENCY_CODES));

/** Lifting a stop signals the workflows; this interval covers a lost signal. */
export const STOPPED_POLL_MS = 10 * 60_000;

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

/** Which of these currencies are stopped. */
export const stoppedAmong = async (tx: ServiceContext, currencies: readonly Currency[]): Promise<Set<Currency>> =>
  new Set(await currenciesStopped(tx.db, currencies));

/** Called right before the provider: a claim may be older than the stop. Throws MoneyOutStopped. */
export async function assertMoneyOut(ctx: ServiceContext, opId: string): Promise<void> {
  const currency = await stoppedCurrencyOf(ctx.db, opId);
  if (currency) throw new MoneyOutStopped(currency);
}

/**
 * Signals every workflow whose payment was stopped in a currency. In the caller's transaction. `key`: of the lifting.
 */
export async function wakeStoppedWorkflows(tx: ServiceContext, currency: Currency, key: string): Promise<void> {
  const event = 'money_out_resumed';
  await sql`
    insert into workflow_outbox(dedupe_key, kind, workflow_id, name, payload)
    select 'signal:' || w.id || ':' || ${event}::text || ':' || ${key}::text, 'signal', w.id, 'rowMoved', jsonb_build_object('key', ${`${event}:${key}`}::text, 'event', ${event}::text) from (
      select 'escrow/' || m.id as id from milestones m where m.currency = ${currency}
        and (m.state in ('approved', 'auto_approved', 'clearing', 'releasing', 'refunding')
             or m.id in (select t.milestone_id from transfers t where t.currency = ${currency} and t.state in ('waiting', 'claimed', 'unknown'))
             or m.id in (select r.milestone_id from refunds r where r.currency = ${currency} and r.state not in ('done', 'by_bank')))
      union all
      select 'payout/' || p.id from payouts p where p.currency = ${currency} and p.state in ('claimed', 'unknown')
    ) w on conflict do nothing`.execute(tx.db);
}
