import type { StaffContext, SystemContext } from '../../../context.ts';
import type { Money } from '../../../core/money.ts';
import { closeCaseById, noteCaseById, openCaseAbout } from '../../cases/service.ts';
import type { CaseDto } from '../../cases/schema.ts';
import { takeOffHold } from '../../escrow/milestone/holds.ts';
import { lockedMilestone, readMilestone } from '../../escrow/milestone/moves.ts';
import { endsByFraud } from '../../escrow/milestone/rules.ts';
import { endWithRefund } from '../../escrow/refund/end.ts';
import { restOf } from '../../escrow/release/rules.ts';
import { endShortage } from '../card-disputes/guarantee.ts';
import type { DecisionFailure } from '../rules.ts';
import { endParked, type ParkedDecision } from './queries.ts';

/*
 * A payment of approved work that its bank, or the network, suspects to be fraudulent. One staff member lifts the suspicion;
 * two confirm it by a ruling, and once that is final what is still held goes back to where it was paid from.
 */

/** What a ruling about suspected fraud is about, and whose earnings it would have been; null where none is possible. */
export async function suspectedMoney(
  tx: StaffContext,
  row: Pick<CaseDto, 'kind' | 'milestoneId'>,
): Promise<(Money & { payeeOrg: string }) | null> {
  if (row.kind !== 'fraud_warning' || !row.milestoneId) return null;
  const milestone = await readMilestone(tx, row.milestoneId);
  const amount = restOf(milestone);
  // A suspicion about another payment than the one that funds it does not hold it.
  if (!endsByFraud(milestone.state) || !milestone.holds.includes('fraud_warning') || amount === 0) return null;
  return { amount, currency: milestone.currency, payeeOrg: milestone.creator_org };
}

/** A ruling that is final takes effect, unless the work ended otherwise or the suspicion was lifted. Safe to repeat. */
export async function settleFraud(tx: SystemContext, row: CaseDto | null, decision: ParkedDecision): Promise<void> {
  const at = tx.clock.now();
  const milestone = row?.milestoneId ? await lockedMilestone(tx, row.milestoneId) : null;
  if (row?.state !== 'open' || !milestone || !endsByFraud(milestone.state) || restOf(milestone) !== decision.amount) {
    if (await endParked(tx.db, decision.approval_id, { state: 'failed', at }))
      await noteCaseById(tx, decision.case_id, { details: { failed: 'money_changed' satisfies DecisionFailure } });
    return;
  }
  if (!(await endParked(tx.db, decision.approval_id, { state: 'done', at }))) return;
  const about = { kind: 'fraud_warning', milestoneId: milestone.id } as const;
  for (let open = await openCaseAbout(tx, about); open; open = await openCaseAbout(tx, about))
    await closeCaseById(tx, open.id, { outcome: 'fraud' });
  await takeOffHold(tx, milestone, 'fraud_warning');
  await endShortage(tx, milestone, 'covered');
  await endWithRefund(tx, milestone, 'fraud');
}
