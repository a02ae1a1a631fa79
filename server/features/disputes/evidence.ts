import { withTx, type Actor, type OrgContext, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { FILE_TYPES } from '../content/rules.ts';
import type { FileDto } from '../content/schema.ts';
import { receiveInto, runningSince, type Incoming } from '../content/uploads.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { evidenceUrl, toEvidenceFile } from './evidence-rows.ts';
import { lockedDispute } from './facts.ts';
import { factsOf } from './row/rules.ts';
import { actingSide } from './opening.ts';
import { swapDispute, type DisputeRow } from './queries/disputes.ts';
import { countEvidence, evidenceFile, evidenceLike, lockEvidence } from './queries/evidence.ts';
import { actRefusal } from './rules.ts';

/** Of one side in one dispute. */
const MAX_EVIDENCE = 30;

/** The locked dispute that takes evidence of the actor's side now. Throws what its rules refuse with. */
async function admitting(tx: OrgContext, disputeId: string): Promise<DisputeRow> {
  const row = await lockedDispute(tx, disputeId);
  const side = actingSide(tx, row);
  const milestone = await readMilestone(tx, row.milestone_id);
  const refused = actRefusal(
    'addEvidence',
    { ...factsOf(row), holds: milestone.holds },
    { side, now: tx.clock.now(), resumes: true },
  );
  if (refused) throw new AppError(refused);
  return row;
}

/**
 * Streams a file into storage that both sides and staff see at once; it counts as an answer. Throws what `receiveInto`
 * throws, and not_found, auth.not_allowed, auth.creator_only, dispute.evidence_closed, dispute.settled_meanwhile,
 * input.invalid (too many files).
 */
export async function receiveEvidence(
  ctx: OrgContext,
  { disputeId, ...file }: Incoming & { disputeId: string },
): Promise<FileDto> {
  requireRight(ctx, 'message.send');
  const key = { disputeId, orgId: ctx.actor.orgId };
  await withTx(ctx, (tx) => admitting(tx, disputeId));
  const kept = await receiveInto(ctx, file, {
    types: FILE_TYPES,
    folder: `disputes/${disputeId}`,
    async admit(tx) {
      const row = await admitting(tx, disputeId);
      await lockEvidence(tx.db, key);
      if ((await countEvidence(tx.db, { ...key, runningSince: runningSince(tx.clock.now()) })) >= MAX_EVIDENCE)
        throw new AppError('input.invalid', { field: 'file', problem: 'too_many', max: MAX_EVIDENCE });
      return {
        submissionId: null,
        offerId: null,
        disputeId,
        brandOrg: row.brand_org,
        creatorOrg: row.creator_org,
        agencyOrg: row.agency_org,
      };
    },
    async same(tx, like) {
      const row = await admitting(tx, disputeId);
      const side = actingSide(tx, row);
      const now = tx.clock.now();
      const answered = row[`${side}_answered_at`];
      await swapDispute(tx.db, row, { [`${side}_answered_at`]: answered ?? now }, now);
      if (!answered) await signalWorkflow(tx, 'disputeCase', row.id, 'evidence', `v${row.version + 1}`);
      const found = await evidenceLike(tx.db, { ...key, ...like });
      return found && toEvidenceFile(found);
    },
  });
  return { ...kept, url: evidenceUrl(kept.id) };
}

/** A file of a dispute for a party of it or for staff; not_found for any other actor. */
export async function findEvidence(ctx: OrgContext | StaffContext, { fileId }: { fileId: string }) {
  const found = await withTx<Actor, Awaited<ReturnType<typeof evidenceFile>>>(ctx, (tx) => evidenceFile(tx.db, fileId));
  if (!found) throw new AppError('not_found');
  return found;
}
