import type { OrgActor } from '../../context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { roleMay } from '../orgs/rules.ts';
import { isActingAgent } from '../representations/rules.ts';
import type { Side } from '../terms/schema.ts';
import type { AddendumState } from './schema.ts';

interface Proposal {
  brand_org: string;
  agency_org: string | null;
  state: AddendumState;
  proposed_side: Side;
  deadline_at: Date;
}

const isOpen = (state: AddendumState): boolean => state === 'proposed' || state === 'partially_signed';

function mayAct(actor: OrgActor, row: Proposal): ErrorCode | null {
  if (actor.orgId === row.agency_org) return 'auth.creator_only';
  return roleMay(actor.role, 'contract.sign') || isActingAgent(actor) ? null : 'auth.not_allowed';
}

const sideOf = (row: Proposal, actor: OrgActor): Side => (row.brand_org === actor.orgId ? 'brand' : 'creator');

/** Why the actor cannot sign now, or null. Buttons show it, services throw it. */
export function signRefusal(
  actor: OrgActor,
  row: Proposal,
  signatures: readonly { side: Side }[],
  now: Date,
): ErrorCode | null {
  if (signatures.some((s) => s.side === sideOf(row, actor))) return 'addendum.already_signed';
  if (row.state === 'expired') return 'addendum.expired';
  if (!isOpen(row.state)) return 'state.already_decided';
  if (row.deadline_at.getTime() <= now.getTime()) return 'addendum.expired';
  return mayAct(actor, row);
}

/** The other side declines, whether or not it has signed: nothing was applied. */
export function declineRefusal(actor: OrgActor, row: Proposal): ErrorCode | null {
  if (!isOpen(row.state)) return 'state.already_decided';
  return mayAct(actor, row) ?? (sideOf(row, actor) === row.proposed_side ? 'addendum.own_proposal' : null);
}

/** The side that proposed it takes it back. */
export function withdrawRefusal(actor: OrgActor, row: Proposal): ErrorCode | null {
  if (!isOpen(row.state)) return 'state.already_decided';
  return mayAct(actor, row) ?? (sideOf(row, actor) === row.proposed_side ? null : 'addendum.not_own_proposal');
}
