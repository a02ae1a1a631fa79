import type { OrgContext, StaffContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { stepOf } from '../../core/money.ts';
import { startWorkflow } from '../outbox/commands.ts';
import type { Milestone } from './facts.ts';
import { insertDispute, type NewDispute } from './queries/disputes.ts';

type OfMilestone = 'milestone_id' | 'contract_id' | 'brand_org' | 'creator_org' | 'agency_org' | 'currency' | 'step';

/** Writes a dispute of the milestone, which the actor opens, and starts its workflow. */
export async function beginDispute(
  tx: OrgContext | StaffContext,
  milestone: Milestone,
  own: Omit<NewDispute, OfMilestone | 'id' | 'opened_by' | 'updated_at'>,
): Promise<NewDispute> {
  const row: NewDispute = {
    ...own,
    id: newId(own.opened_at.getTime()),
    milestone_id: milestone.id,
    contract_id: milestone.contract_id,
    brand_org: milestone.brand_org,
    creator_org: milestone.creator_org,
    agency_org: milestone.agency_org,
    currency: milestone.currency,
    step: stepOf(milestone.currency),
    opened_by: tx.actor.userId,
    updated_at: own.opened_at,
  };
  await insertDispute(tx.db, row);
  await startWorkflow(tx, 'disputeCase', row.id);
  return row;
}
