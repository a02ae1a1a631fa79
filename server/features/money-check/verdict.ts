import type { SystemContext } from '../../context.ts';
import type { Address } from '../../core/addresses.ts';
import type { Currency } from '../../core/money.ts';
import { audit } from '../audit/audit.ts';
import { resumeMoneyOut, stopMoneyOut } from '../money-stops/service.ts';
import { queueStaffMail } from '../notifications/queue-mail.ts';
import type { Verdict } from './rules.ts';

/** The run that reached a verdict. */
export interface Run {
  of: 'check' | 'reconciliation';
  id: string;
}

/**
 * Stops the currencies of the verdict and lifts what runs of the same kind stopped before. Returns the currencies that
 * this run has stopped. In the caller's transaction.
 */
export async function applyVerdict(
  tx: SystemContext,
  { stopped, agreeing }: Verdict,
  { of, id }: Run,
  at: Date,
): Promise<Currency[]> {
  const newlyStopped: Currency[] = [];
  for (const currency of stopped)
    if (await stopMoneyOut(tx, { ...(of === 'check' ? { checkId: id } : { reconciliationId: id }), currency, at }))
      newlyStopped.push(currency);
  for (const currency of agreeing) {
    if (!(await resumeMoneyOut(tx, { currency, by: 'clean_run', of, at }))) continue;
    await audit(tx, 'money_out.lifted', currency, { [of]: id, by: 'clean_run' });
    tx.integrations.log.warn({ [of]: id, currency }, 'the books agree again: money-out goes on');
  }
  for (const currency of newlyStopped) await audit(tx, 'money_out.stopped', currency, { [of]: id });
  return newlyStopped;
}

/** Mails what a run found to the staff who act on it. In the caller's transaction. */
export async function mailFindings(
  tx: SystemContext,
  { key, link, stopped, found }: { key: string; link: Address; stopped: readonly Currency[]; found: number },
): Promise<void> {
  const mail = { key, link };
  if (stopped.length > 0)
    await queueStaffMail(tx, ['finance', 'super'], {
      ...mail,
      kind: 'money_out_stopped',
      data: { currencies: stopped.join(', '), found: String(found) },
    });
  else
    await queueStaffMail(tx, ['finance', 'super'], {
      ...mail,
      kind: 'money_check_warned',
      data: { found: String(found) },
    });
}
