import type * as z from 'zod';
import { withTx, type OrgContext, type StaffContext } from '../../context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { AppError } from '../../core/errors.ts';
import { milestoneCharge } from '../escrow/settlement/charge.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import type { Side } from '../terms/schema.ts';
import { evidenceOf } from './evidence-rows.ts';
import type { Milestone } from './facts.ts';
import { factsOf, resumesInTime } from './row/rules.ts';
import { effectiveDecisions, type DecisionRow } from './queries/decisions.ts';
import { latestDisputeOf, ownOfferOf, statementsOf, type DisputeRow } from './queries/disputes.ts';
import { whatIf } from './what-if.ts';
import { actRefusal, atPhaseEnd, otherSide, phasesOf } from './rules.ts';
import type {
  DecisionDto,
  DisputeAction,
  DisputedMilestone,
  DisputeDto,
  disputeOfInput,
  DisputeRoomDto,
} from './schema.ts';

const ACTIONS = ['send', 'addEvidence', 'offer', 'concede', 'withdraw', 'appeal'] as const satisfies DisputeAction[];
const RIGHTS = {
  send: 'message.send',
  addEvidence: 'message.send',
  offer: 'escrow.cancel',
  concede: 'escrow.cancel',
  withdraw: 'escrow.cancel',
  appeal: 'escrow.cancel',
} as const;

const toDecision = (row: DecisionRow): DecisionDto => ({
  n: row.n === 2 ? 2 : 1,
  creatorGets: row.kept,
  reason: row.reason,
  decidedByName: row.decided_by_name,
  confirmedByName: row.confirmed_by_name,
  confirmation: row.confirmation,
  at: row.effective_at ?? new Date(0),
});

export async function disputedMilestone(tx: OrgContext | StaffContext, row: Milestone): Promise<DisputedMilestone> {
  const { charge, before } = await milestoneCharge(tx, row);
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org]);
  const brand = partyIn(parties, row.brand_org);
  return {
    id: row.id,
    contractId: row.contract_id,
    title: row.title,
    dealTitle: row.contract_title,
    state: row.state,
    version: row.version,
    currency: row.currency,
    // Row security shows pictures of brands to members of orgs alone.
    brand: tx.actor.kind === 'staff' ? { ...brand, avatarUrl: null } : brand,
    creator: partyIn(parties, row.creator_org),
    charge,
    before,
    commissionBps: row.agency_org ? row.commission_bps : 0,
  };
}

/** What all its readers see of a dispute; offers are added for the own side alone. */
export async function toDispute(
  tx: OrgContext | StaffContext,
  row: DisputeRow,
  can: DisputeDto['can'],
  own: Pick<DisputeDto, 'ownOffer' | 'otherOfferedAt'>,
): Promise<DisputeDto> {
  const facts = factsOf(row);
  const statements = await statementsOf(tx.db, row.id);
  return {
    id: row.id,
    version: row.version,
    milestoneId: row.milestone_id,
    contractId: row.contract_id,
    state: row.state,
    currency: row.currency,
    amount: row.amount,
    returned: row.returned,
    reason: row.reason,
    openedSide: row.opened_side,
    openedAt: row.opened_at,
    joinedAt: row.joined_at,
    answered: facts.answered,
    phaseEndsAt: row.phase_ends_at,
    atEnd: atPhaseEnd(facts),
    phases: phasesOf(row),
    limitAt: row.limit_at,
    outcome: row.outcome,
    creatorGets: row.kept,
    settledAt: row.settled_at,
    endedAt: row.ended_at,
    appealedSide: row.appealed_side,
    statements: statements.map((s) => ({
      id: s.id,
      side: s.side,
      kind: s.kind,
      reason: s.reason,
      text: s.body,
      authorName: s.author_name,
      at: s.created_at,
    })),
    evidence: await evidenceOf(tx, row),
    decisions: (await effectiveDecisions(tx.db, row.id)).map(toDecision),
    ...own,
    can,
  };
}

/** Nothing may be done; for staff and agencies, who only read, also while they act for a creator. */
export const mayNothing = (why: ErrorCode): DisputeDto['can'] => ({
  send: why,
  addEvidence: why,
  offer: why,
  concede: why,
  withdraw: why,
  appeal: why,
});

function whatCan(tx: OrgContext, row: DisputeRow, milestone: Milestone, side: Side): DisputeDto['can'] {
  // Who acts for the creator opens a dispute at most, by the creator's confirmation.
  if (tx.actor.orgId === row.agency_org || tx.actor.acting) return mayNothing('auth.creator_only');
  const now = tx.clock.now();
  const facts = { ...factsOf(row), holds: milestone.holds };
  const viewer = { side, now, resumes: resumesInTime(row, milestone, now) };
  const can = { ...mayNothing('auth.not_allowed') };
  for (const action of ACTIONS)
    if (roleMay(tx.actor.role, RIGHTS[action])) can[action] = actRefusal(action, facts, viewer) ?? true;
  return can;
}

/** The dispute of a milestone as one of its parties sees it, or what opening one would mean. Throws not_found. */
export async function roomFor(ctx: OrgContext, input: z.output<typeof disputeOfInput>): Promise<DisputeRoomDto> {
  return withTx(ctx, async (tx) => {
    const milestone = await readMilestone(tx, input.milestoneId);
    const { orgId } = tx.actor;
    if (![milestone.brand_org, milestone.creator_org, milestone.agency_org].includes(orgId))
      throw new AppError('not_found');
    // Its reading ends with its representation.
    if (orgId === milestone.agency_org && (await mandateRefusal(tx, milestone.creator_org, null)))
      throw new AppError('not_found');
    const side: Side = orgId === milestone.brand_org ? 'brand' : 'creator';
    const row = await latestDisputeOf(tx.db, milestone.id);
    const now = tx.clock.now();
    // Who acts for the creator does not read what it would settle for.
    const readsOffer = orgId !== milestone.agency_org && !tx.actor.acting;
    const offer = row && readsOffer ? await ownOfferOf(tx.db, { disputeId: row.id, orgId }) : undefined;
    const can = row ? whatCan(tx, row, milestone, side) : null;
    return {
      milestone: await disputedMilestone(tx, milestone),
      mySide: side,
      dispute:
        row && can
          ? await toDispute(tx, row, can, {
              ownOffer: offer ?? null,
              otherOfferedAt: row.phase_ends_at ? row[`${otherSide(side)}_offered_at`] : null,
            })
          : null,
      whatIf: row && can ? whatIf(row, { side, can, now }) : [],
      serverNow: now,
    };
  });
}
