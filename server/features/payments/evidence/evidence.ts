import type * as z from 'zod';
import type { ScheduledStep } from '../../../../workflows/contracts.ts';
import { withTx, type ServiceContext, type StaffContext, type SystemContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { sha256Hex } from '../../../core/canonical.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { formatMoney } from '../../../core/money.ts';
import { OPERATORS } from '../../../core/staff-roles.ts';
import { requireStaffAct } from '../../../guards.ts';
import type { Dispute } from '../../../integrations/stripe/provider.ts';
import { audit } from '../../audit/audit.ts';
import { currentCase, noteCaseById, one as readCase } from '../../cases/service.ts';
import { queueStaffMail } from '../../notifications/queue-mail.ts';
import { signalWorkflow, startWorkflow } from '../../outbox/commands.ts';
import { answeredServerError, asProviderError } from '../../provider-calls/provider-error.ts';
import {
  correctPack,
  evidenceFacts,
  insertPack,
  packById,
  packOfDispute,
  requestPack,
  updatePack,
  type PackRow,
} from '../queries/evidence.ts';
import {
  evidenceTexts,
  type correctEvidenceInput,
  type disputeInput,
  type EvidenceField,
  type EvidencePackDto,
  type EvidenceState,
} from '../schema.ts';
import { sharesKnown, type DisputeRow } from '../card-disputes/queries.ts';
import {
  EVIDENCE_REMINDERS_HOURS,
  isCorrectable,
  SUBMIT_BEFORE_DUE_MS,
  writeEvidence,
  type Evidence,
  type EvidenceFacts,
} from './rules.ts';

/*
 * The answer to a card dispute: written from the rows of the deal, submitted once, six hours before it
 * is due or when a staff member says so.
 */

const OPEN: readonly EvidenceState[] = ['waiting', 'claimed'];

/** Asked anew: a bank that had inquired disputes the payment now, or one that had decided begins again. */
const isAskedAgain = (before: DisputeRow | undefined, now: DisputeRow): boolean =>
  before !== undefined && before.status !== now.status && now.status === 'needs_response';

/**
 * With each change of a dispute, in its transaction: opens the pack with its workflow, moves its time, or ends it. `before`:
 * the dispute as it was; what answered an inquiry does not answer the dispute that follows it.
 */
export async function keepEvidence(
  tx: SystemContext,
  dispute: DisputeRow,
  before: DisputeRow | undefined,
): Promise<void> {
  const at = tx.clock.now();
  const pack = await packOfDispute(tx.db, dispute.id);
  if (!pack) {
    if (dispute.state !== 'open' || !dispute.evidence_due_at) return;
    const id = newId(at.getTime());
    const submitAt = submitTime(dispute.evidence_due_at);
    const { contract_id: contractId, milestone_id: milestoneId } = dispute;
    if (await insertPack(tx.db, { id, disputeId: dispute.id, contractId, milestoneId, submitAt, at }))
      await startWorkflow(tx, 'cardDispute', id, { attributes: { ContractId: contractId, MilestoneId: milestoneId } });
    return;
  }
  const ended = dispute.state !== 'open';
  const submitAt = dispute.evidence_due_at ? submitTime(dispute.evidence_due_at) : pack.submit_at;
  if (!ended && pack.state !== 'waiting' && isAskedAgain(before, dispute)) {
    const attempt = pack.attempt + 1;
    const again = { state: 'waiting', attempt, submit_at: submitAt, requested_at: null } as const;
    await updatePack(tx.db, pack.id, [pack.state], { ...again, ...NO_TEXT, ended_at: null, at });
    await noteRefusal(tx, dispute.id, null);
    await signalWorkflow(tx, 'cardDispute', pack.id, 'disputed_again', `${dispute.id}:a${attempt}`);
    return;
  }
  const changed = ended
    ? await updatePack(tx.db, pack.id, ['waiting'], { state: 'closed', ended_at: at, at })
    : submitAt.getTime() !== pack.submit_at.getTime() &&
      (await updatePack(tx.db, pack.id, ['waiting'], { submit_at: submitAt, at }));
  if (changed)
    await signalWorkflow(
      tx,
      'cardDispute',
      pack.id,
      ended ? 'dispute_ended' : 'due_date_moved',
      `${dispute.id}:${at.getTime()}`,
    );
}

const NO_TEXT = { evidence: null, correction: null } as const;

const submitTime = (dueAt: Date): Date => new Date(dueAt.getTime() - SUBMIT_BEFORE_DUE_MS);

/** Of every milestone that the disputed charge paid. */
async function writtenFor(tx: ServiceContext, pack: PackRow): Promise<Evidence> {
  const facts: EvidenceFacts[] = [];
  for (const share of await sharesKnown(tx.db, pack.dispute_id)) {
    const { deal, ...rest } = await evidenceFacts(tx.db, {
      contractId: share.contract_id,
      milestoneId: share.milestone_id,
      disputeId: share.id,
    });
    const { amount, paid, currency, ...names } = deal;
    const money = (sum: number) => formatMoney({ amount: sum, currency }, 'en');
    facts.push({ ...names, ...rest, amount: money(amount), paid: money(paid) });
  }
  const [first, ...more] = facts;
  if (!first) throw new Error(`dispute ${pack.dispute_id} has no deal`);
  return writeEvidence(first, ...more);
}

/**
 * Submits the evidence, once: the text is fixed with the claim, or with staff's correction of a refused one, the dispute is
 * read before each call, and a repeated call has the same key, or a new one where the provider answered that it failed.
 * Throws while the provider is away; the workflow calls again. Returns the pack's state.
 */
export async function submitEvidence(ctx: SystemContext, { id }: { id: string }): Promise<EvidenceState | 'deleted'> {
  const claimed = await withTx(ctx, async (tx) => {
    const pack = await packById(tx.db, id);
    const isCorrected = pack?.state === 'claimed' && pack.correction !== null;
    if (!pack || (pack.state !== 'waiting' && !isCorrected)) return pack;
    // In the order of its fields, which the database does not keep.
    const evidence = isCorrected ? evidenceTexts.parse(pack.correction) : await writtenFor(tx, pack);
    const evidenceHash = await sha256Hex(JSON.stringify(evidence));
    await updatePack(tx.db, id, [pack.state], {
      state: 'claimed',
      evidence,
      evidence_hash: evidenceHash,
      correction: null,
      // Under its key the provider repeats the refusal.
      attempt: pack.attempt + (isCorrected ? 1 : 0),
      at: tx.clock.now(),
    });
    if (isCorrected) await noteRefusal(tx, pack.dispute_id, null);
    return packById(tx.db, id);
  });
  if (!claimed) return 'deleted';
  if (claimed.state !== 'claimed' || !claimed.evidence) return claimed.state;
  const { payments } = ctx.integrations;
  const disputeId = claimed.dispute_id;
  const before = await payments.retrieveDispute(disputeId);
  if (!isUnanswered(before)) return confirm(ctx, claimed, before);
  try {
    await payments.submitEvidence({
      disputeId,
      idempotencyKey: `evid:${disputeId}:a${claimed.attempt}`,
      evidence: { ...claimed.evidence },
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    const after = await payments.retrieveDispute(disputeId);
    if (!isUnanswered(after)) return confirm(ctx, claimed, after);
    if (refused.kind === 'invalid') await reportRefusal(ctx, claimed, refused.code);
    // The provider repeats the stored answer of a key.
    if (answeredServerError(refused))
      await updatePack(ctx.db, id, ['claimed'], { attempt: claimed.attempt + 1, at: ctx.clock.now() });
    throw error;
  }
  return confirm(ctx, claimed, { submissions: 1 });
}

/**
 * Staff see the provider's code on the dispute's cases, and are mailed once for each text and date: what is refused is refused
 * again.
 */
async function reportRefusal(ctx: SystemContext, pack: PackRow, code: string): Promise<void> {
  await withTx(ctx, async (tx) => {
    await noteRefusal(tx, pack.dispute_id, code);
    const dueAt = (pack.due_at ?? pack.submit_at).toISOString();
    await queueStaffMail(tx, OPERATORS, {
      kind: 'evidence_refused',
      key: `${pack.id}:${dueAt}:a${pack.attempt}`,
      data: { title: pack.title, code, dueAt },
      link: ADDRESSES.operations,
    });
  });
}

/** Null: it is refused no longer. */
async function noteRefusal(tx: SystemContext, disputeId: string, code: string | null): Promise<void> {
  for (const share of await sharesKnown(tx.db, disputeId)) {
    const open = await currentCase(tx, { kind: 'card_dispute', key: share.id, milestoneId: share.milestone_id });
    if (open) await noteCaseById(tx, open, { details: { evidenceRefused: code } });
  }
}

/** The count of submissions alone does not say it: that of an inquiry goes on when it becomes a dispute. */
const isUnanswered = ({ status }: Pick<Dispute, 'status'>): boolean => status.endsWith('needs_response');

/** What waits for no answer was answered, or has ended without one. */
async function confirm(
  ctx: SystemContext,
  pack: PackRow,
  { submissions }: Pick<Dispute, 'submissions'>,
): Promise<EvidenceState> {
  const state = submissions > 0 ? 'submitted' : 'closed';
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const ended = await updatePack(tx.db, pack.id, ['claimed'], { state, ...NO_TEXT, ended_at: at, at });
    if (ended && state === 'submitted') {
      await noteRefusal(tx, pack.dispute_id, null);
      await audit(tx, 'dispute.evidence_submitted', `dispute:${pack.dispute_id}`, { hash: pack.evidence_hash });
    }
    return ended ? state : ((await packById(tx.db, pack.id))?.state ?? state);
  });
}

/** What the pack's workflow waits for. */
export async function evidenceSnapshot(ctx: SystemContext, { id }: { id: string }): Promise<EvidenceSnapshot> {
  const pack = await packById(ctx.db, id);
  if (!pack) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const closed = !OPEN.includes(pack.state);
  const submitAt = pack.requested_at ?? pack.submit_at;
  const at = submitAt.toISOString();
  return {
    state: pack.state,
    closed,
    steps: closed
      ? []
      : [...remindersOf(pack, submitAt, ctx.clock.now()), { at, act: 'submit', label: 'evidence is submitted' }],
    attributes: { ContractId: pack.contract_id, MilestoneId: pack.milestone_id, SponsioDeadline: at },
  };
}

interface EvidenceSnapshot {
  state: string;
  closed: boolean;
  steps: ScheduledStep<'submit' | 'remind'>[];
  attributes: Record<string, string>;
}

/** Those to come before the evidence is submitted, soonest first. */
const remindersOf = (pack: PackRow, submitAt: Date, now: Date): ScheduledStep<'remind'>[] =>
  EVIDENCE_REMINDERS_HOURS.flatMap((hours) => {
    const at = new Date((pack.due_at ?? submitAt).getTime() - hours * 3_600_000);
    return at > now && at < submitAt
      ? [{ at: at.toISOString(), act: 'remind', label: `evidence is due, ${hours} h left`, hours }]
      : [];
  });

/** Mails operators that the evidence is due in so many hours, once for each date. */
export async function remindOfEvidence(
  ctx: SystemContext,
  { id, hours }: { id: string; hours: number },
): Promise<void> {
  await withTx(ctx, async (tx) => {
    const pack = await packById(tx.db, id);
    if (pack?.state !== 'waiting' || !pack.due_at) return;
    await queueStaffMail(tx, OPERATORS, {
      kind: 'evidence_due',
      key: `${id}:${pack.due_at.toISOString()}:${hours}`,
      data: { title: pack.title, dueAt: pack.due_at.toISOString(), submitAt: pack.submit_at.toISOString() },
      link: ADDRESSES.operations,
    });
  });
}

async function refusalOf(tx: StaffContext, pack: PackRow): Promise<string | null> {
  const matter = { kind: 'card_dispute', key: pack.dispute_id, milestoneId: pack.milestone_id } as const;
  const caseId = await currentCase(tx, matter);
  const code = caseId && (await readCase(tx, { caseId })).details['evidenceRefused'];
  return typeof code === 'string' ? code : null;
}

/** The pack of a dispute; its text is what would be submitted now, until it was. */
export async function evidencePack(
  ctx: StaffContext,
  { disputeId }: z.output<typeof disputeInput>,
): Promise<EvidencePackDto | null> {
  return withTx(ctx, async (tx) => {
    const pack = await packOfDispute(tx.db, disputeId);
    if (!pack) return null;
    const evidence = pack.state === 'waiting' ? await writtenFor(tx, pack) : (pack.correction ?? pack.evidence);
    const refused = await refusalOf(tx, pack);
    return {
      state: pack.state,
      dueAt: pack.due_at,
      submitAt: pack.submit_at,
      requestedAt: pack.requested_at,
      endedAt: pack.ended_at,
      hash: pack.evidence_hash,
      refused: pack.correction ? null : refused,
      correctable: isCorrectable(pack, refused, tx.clock.now()),
      texts: evidence
        ? (Object.entries(evidence) as [EvidenceField, string][]).map(([field, text]) => ({ field, text }))
        : [],
    };
  });
}

/** A staff member has the evidence submitted now. */
export async function submitEvidenceNow(
  ctx: StaffContext,
  { disputeId }: z.output<typeof disputeInput>,
): Promise<{ requested: true }> {
  requireStaffAct(ctx, 'payments.submitEvidence');
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const id = await requestPack(tx.db, disputeId, { userId: tx.actor.userId, at });
    if (!id) throw new AppError('state.already_decided');
    await audit(tx, 'dispute.evidence_requested', `dispute:${disputeId}`, {});
    // A dispute that an inquiry became is answered a second time.
    await signalWorkflow(tx, 'cardDispute', id, 'requested', `${disputeId}:${at.getTime()}`);
    return { requested: true };
  });
}

/**
 * A staff member sends other words than those that the provider refused; the worker, which tries again, takes them. Throws
 * state.already_decided when they are not refused now, were corrected before, or are past their date.
 */
export async function correctEvidence(
  ctx: StaffContext,
  { disputeId, ...correction }: z.output<typeof correctEvidenceInput>,
): Promise<{ requested: true }> {
  requireStaffAct(ctx, 'payments.correctEvidence');
  return withTx(ctx, async (tx) => {
    const pack = await packOfDispute(tx.db, disputeId);
    const at = tx.clock.now();
    const mayCorrect = pack && isCorrectable(pack, await refusalOf(tx, pack), at);
    if (!mayCorrect || !(await correctPack(tx.db, pack.id, { correction, at })))
      throw new AppError('state.already_decided');
    await audit(tx, 'dispute.evidence_corrected', `dispute:${disputeId}`, {
      hash: await sha256Hex(JSON.stringify(correction)),
    });
    return { requested: true };
  });
}
