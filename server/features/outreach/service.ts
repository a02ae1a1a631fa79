import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { contactUse } from '../contacts/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { checkOf, mustWait, withdrawTexts } from './check.ts';
import { activateRecipients, allRecipients, assignVariants, endActive } from './queries/recipients.ts';
import {
  campaignTitle,
  countsOf,
  deleteSequence,
  funnelOf,
  insertSequence,
  lockSequence,
  nameOfPerson,
  sequenceById,
  sequencesOf,
  updateSequence,
  type SequenceRecord,
} from './queries/sequences.ts';
import { isInOrder, messagesOf, unknownFields } from './rules.ts';
import type {
  approveInput,
  createSequenceInput,
  listSequencesInput,
  saveSequenceInput,
  SequenceDetail,
  sequenceInput,
  SequenceRow,
} from './schema.ts';
import { missingFor } from './values.ts';

type Content = z.output<typeof createSequenceInput>;

/** Throws outreach.unknown_field with the first text that names one, input.invalid for steps in another order, not_found for a foreign campaign. */
async function requireContent(tx: OrgContext, { steps, campaignId }: Content): Promise<void> {
  if (!isInOrder(steps)) throw new AppError('input.invalid', { field: 'steps', problem: 'order' });
  for (const [i, step] of steps.entries()) {
    if (step.kind === 'wait') continue;
    for (const [n, text] of step.texts.entries()) {
      const [name] = unknownFields(text);
      if (name !== undefined) throw new AppError('outreach.unknown_field', { field: `steps.${i}.texts.${n}`, name });
    }
  }
  if (campaignId && (await campaignTitle(tx.db, { id: campaignId, orgId: tx.actor.orgId })) === undefined)
    throw new AppError('not_found');
}

/** The org's sequence, locked for a change. Throws not_found. */
async function requireSequence(tx: OrgContext, sequenceId: string): Promise<SequenceRecord> {
  const row = await lockSequence(tx.db, { id: sequenceId, orgId: tx.actor.orgId, forWhat: 'change' });
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, while it is a draft. Throws outreach.not_draft. */
export async function requireDraft(tx: OrgContext, sequenceId: string): Promise<SequenceRecord> {
  const row = await requireSequence(tx, sequenceId);
  if (row.state !== 'draft') throw new AppError('outreach.not_draft');
  return row;
}

export async function createSequence(ctx: OrgContext, input: Content): Promise<{ sequenceId: string }> {
  requireRight(ctx, 'outreach.edit');
  return withTx(ctx, async (tx) => {
    await requireContent(tx, input);
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await insertSequence(tx.db, {
      id,
      org_id: tx.actor.orgId,
      campaign_id: input.campaignId,
      name: input.name,
      subject: input.subject,
      state: 'draft',
      steps: JSON.stringify(input.steps),
      created_by: tx.actor.userId,
      created_at: now,
      changed_at: now,
    });
    return { sequenceId: id };
  });
}

/** Throws outreach.changed when another member saved it in between, outreach.not_draft after its approval. */
export async function saveSequence(
  ctx: OrgContext,
  { sequenceId, version, ...input }: z.output<typeof saveSequenceInput>,
): Promise<{ version: number }> {
  requireRight(ctx, 'outreach.edit');
  return withTx(ctx, async (tx) => {
    const row = await requireDraft(tx, sequenceId);
    if (row.version !== version) throw new AppError('outreach.changed');
    await requireContent(tx, input);
    await withdrawTexts(tx, row);
    await updateSequence(
      tx.db,
      { id: sequenceId, at: tx.clock.now() },
      {
        name: input.name,
        subject: input.subject,
        campaign_id: input.campaignId,
        steps: JSON.stringify(input.steps),
        released_hash: null,
      },
    );
    await assignVariants(tx.db, { sequenceId, two: messagesOf(input.steps).some(({ texts }) => texts.length > 1) });
    return { version: version + 1 };
  });
}

export async function removeSequence(ctx: OrgContext, { sequenceId }: z.output<typeof sequenceInput>): Promise<void> {
  requireRight(ctx, 'outreach.edit');
  await withTx(ctx, async (tx) => {
    await withdrawTexts(tx, await requireDraft(tx, sequenceId));
    await deleteSequence(tx.db, sequenceId);
  });
}

export async function listSequences(
  ctx: OrgContext,
  { after, limit }: z.output<typeof listSequencesInput>,
): Promise<Page<SequenceRow>> {
  return withTx(ctx, async (tx) => {
    const rows = await sequencesOf(tx.db, { orgId: tx.actor.orgId, after: readPlace(after), limit: limit + 1 });
    return toPage(rows, limit, rowCursor, (row): SequenceRow => ({
      id: row.id,
      name: row.name,
      state: row.state,
      recipients: row.recipients,
      contacted: row.contacted,
      replied: row.replied,
      createdAt: row.created_at,
      nextAt: row.next_at,
    }));
  });
}

export async function getSequence(
  ctx: OrgContext,
  { sequenceId }: z.output<typeof sequenceInput>,
): Promise<SequenceDetail> {
  return withTx(ctx, async (tx) => {
    const row = await sequenceById(tx.db, sequenceId);
    if (!row || row.org_id !== tx.actor.orgId) throw new AppError('not_found');
    const title = row.campaign_id
      ? await campaignTitle(tx.db, { id: row.campaign_id, orgId: tx.actor.orgId })
      : undefined;
    const { counts, nextAt } = await countsOf(tx.db, sequenceId);
    const limits = await contactUse(tx, tx.actor.orgId);
    return {
      id: row.id,
      name: row.name,
      subject: row.subject,
      state: row.state,
      campaign: row.campaign_id && title !== undefined ? { id: row.campaign_id, title } : null,
      steps: row.steps,
      version: row.version,
      createdAt: row.created_at,
      approvedAt: row.approved_at,
      approvedBy: row.approved_by ? ((await nameOfPerson(tx.db, row.approved_by)) ?? null) : null,
      endedAt: row.ended_at,
      nextAt,
      counts,
      incomplete: row.state === 'draft' ? (await missingRecipients(tx, row)).length : 0,
      funnel: await funnelOf(tx.db, sequenceId),
      check: await checkOf(tx, row),
      limits: limits.flatMap(({ kind, sent, limit }) =>
        kind === 'outreach' || kind === 'first' ? [{ kind, sent, limit }] : [],
      ),
    };
  });
}

/** Recipients for whom a text names a value that they do not have. */
export async function missingRecipients(tx: OrgContext, row: SequenceRecord): Promise<string[]> {
  const missing = await missingFor(tx, row);
  return (await allRecipients(tx.db, row.id)).filter((r) => missing(r).length > 0).map(({ id }) => id);
}

/**
 * Lets the sequence send. `held`: a rule on texts holds its messages, and it stays a draft until staff release them. Throws outreach.changed for another version than the one on the screen, outreach.no_recipients, and
 * outreach.missing_fields with the number of recipients whose messages would have a gap.
 */
export async function approveSequence(
  ctx: OrgContext,
  { sequenceId, version }: z.output<typeof approveInput>,
): Promise<{ held: boolean }> {
  requireRight(ctx, 'outreach.send');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    if ((await bindRequestKey(tx, 'outreach.approve', { sequenceId })) === 'repeated')
      return { held: (await requireSequence(tx, sequenceId)).state === 'draft' };
    const row = await requireDraft(tx, sequenceId);
    if (row.version !== version) throw new AppError('outreach.changed');
    const recipients = await allRecipients(tx.db, sequenceId);
    if (recipients.length === 0) throw new AppError('outreach.no_recipients');
    const missing = await missingRecipients(tx, row);
    if (missing.length > 0) throw new AppError('outreach.missing_fields', { count: missing.length });
    if (await mustWait(tx, row)) return { held: true };
    const now = tx.clock.now();
    await updateSequence(
      tx.db,
      { id: sequenceId, at: now },
      { state: 'running', approved_by: tx.actor.userId, approved_at: now },
    );
    await assignVariants(tx.db, { sequenceId, two: messagesOf(row.steps).some(({ texts }) => texts.length > 1) });
    await activateRecipients(tx.db, { sequenceId, at: now });
    await startWorkflow(tx, 'outreachSequence', sequenceId, { attributes: { BrandOrg: tx.actor.orgId } });
    await audit(tx, 'outreach.approved', `outreach:${sequenceId}`);
    return { held: false };
  });
}

type Move = 'pause' | 'resume' | 'end';
const MOVES = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  end: { from: ['running', 'paused'], to: 'done' },
} as const;

/** Pauses, resumes or ends a sequence; a message that is being sent at this moment is sent. Throws state.wrong. */
export async function moveSequence(
  ctx: OrgContext,
  { sequenceId, move }: { sequenceId: string; move: Move },
): Promise<void> {
  requireRight(ctx, 'outreach.send');
  await withTx(ctx, async (tx) => {
    const row = await requireSequence(tx, sequenceId);
    const { from, to } = MOVES[move];
    if (row.state === to) return;
    if (!(from as readonly string[]).includes(row.state)) throw new AppError('state.wrong', { state: row.state });
    const now = tx.clock.now();
    await updateSequence(
      tx.db,
      { id: sequenceId, at: now },
      { state: to, ...(to === 'done' ? { ended_at: now } : {}) },
    );
    if (to === 'done') await endActive(tx.db, { orgId: tx.actor.orgId, sequenceId, at: now }, 'finished');
    await signalWorkflow(tx, 'outreachSequence', sequenceId, to, String(row.version + 1));
    await audit(tx, `outreach.${to}`, `outreach:${sequenceId}`);
  });
}
