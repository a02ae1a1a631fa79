import type { SystemContext } from '../../../context.ts';
import { openCaseAbout } from '../../cases/service.ts';
import { lapseRequest } from '../cancel/requests.ts';
import { appendEvent } from '../timeline/events.ts';
import { signalEscrow, readMilestone, notifyBoth } from './moves.ts';
import { addHold, liftHold, setChargedBack, type MilestoneRow } from './queries.ts';
import { isTerminal, refundsStop, type Hold } from './rules.ts';

/*
 * Holds on a milestone that is locked by the caller. The row given in is brought up to date, so that a move may follow.
 */

async function refresh(tx: SystemContext, row: MilestoneRow): Promise<void> {
  Object.assign(row, await readMilestone(tx, row.id));
}

/** Nothing is paid out until the hold is lifted; approvals and deliveries continue. False when it was there. */
export async function putOnHold(tx: SystemContext, row: MilestoneRow, hold: Hold): Promise<boolean> {
  if (refundsStop([hold])) await lapseRequest(tx, row);
  const put = await addHold(tx.db, { milestoneId: row.id, hold, rest: refundsStop([hold]), at: tx.clock.now() });
  if (!put) return false;
  await refresh(tx, row);
  if (!isTerminal(row.state)) await signalEscrow(tx, row, 'held');
  return true;
}

/** Holds a milestone until staff decide about a payment of it, which stays payable until then; the decision signals its workflow. */
export async function holdForPayment(tx: SystemContext, milestoneId: string, payableUntil: Date): Promise<void> {
  await addHold(tx.db, { milestoneId, hold: 'recon_drift', rest: false, payableUntil, at: tx.clock.now() });
}

/** Payments that it held continue by themselves. False when it was not there. */
export async function takeOffHold(tx: SystemContext, row: MilestoneRow, hold: Hold): Promise<boolean> {
  const left = row.holds.filter((one) => one !== hold);
  const lifted = await liftHold(tx.db, {
    milestoneId: row.id,
    hold,
    resume: refundsStop(row.holds) && !refundsStop(left),
    at: tx.clock.now(),
  });
  if (!lifted) return false;
  await refresh(tx, row);
  if (!isTerminal(row.state)) await signalEscrow(tx, row, 'hold_cleared');
  return true;
}

/** A card's bank took the payment back for good (`lost`), or gave it back after all: until then nothing is changed. */
export async function noteChargedBack(tx: SystemContext, row: MilestoneRow, lost: boolean): Promise<void> {
  if ((row.charged_back_at !== null) === lost) return;
  const at = tx.clock.now();
  await setChargedBack(tx.db, { milestoneId: row.id, since: lost ? at : null, at });
  await refresh(tx, row);
}

/**
 * Applies a hold that staff requested and that is not on the row yet, and notifies both sides of the reason. Every
 * money movement calls this first.
 */
export async function holdForStaff(tx: SystemContext, row: MilestoneRow): Promise<void> {
  if (isTerminal(row.state) || row.holds.includes('staff_hold')) return;
  const holdCase = await openCaseAbout(tx, { kind: 'staff_hold', milestoneId: row.id });
  if (!holdCase || !(await putOnHold(tx, row, 'staff_hold'))) return;
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'payment_on_hold',
    data: { reason: 'staff_hold', note: holdCase.message },
  });
  await notifyBoth(tx, row, 'payment_held', holdCase.id, { reason: holdCase.message ?? '' });
}
