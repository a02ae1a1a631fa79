import { withTx, withTxAs, type OrgActor, type OrgContext, type OrgRole, type SystemContext } from '../../context.ts';
import { type AppError, isAppError } from '../../core/errors.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { deliverByMail, deliverInApp } from './deliver.ts';
import {
  advance,
  claimSend,
  endRecipient,
  nextDue,
  nextDueAt,
  putOff,
  putOffAll,
  senderOf,
  waitShortly,
  type DueRecipient,
} from './queries/sending.ts';
import { lockSequence, sequenceById, updateSequence, type SequenceRecord } from './queries/sequences.ts';
import { dueAfter, fillIn, messagesOf, outsideQuietHours, outsideQuietHoursOfAll, textFor, zonesOf } from './rules.ts';
import type { SequenceState } from './schema.ts';
import { sharedValues, valuesOf } from './values.ts';

/** One call sends for so long; the workflow calls again while messages are due. */
const SEND_FOR_MS = 8_000;
/** An org that is suspended is looked at again after this time. */
const ON_HOLD_MS = 6 * 3_600_000;

type Sent = 'sent' | 'moved' | 'none';

/** Refusals that end at a known time. */
const LIMITS: readonly string[] = ['contact.daily_limit', 'contact.first_limit', 'message.too_fast'];
/** Refusals that no later try overcomes. */
const ENDED_BY: Readonly<Record<string, 'blocked' | 'unreachable'>> = {
  'message.blocked': 'blocked',
  'message.you_blocked': 'blocked',
  'org.closed': 'unreachable',
  'org.other_on_hold': 'unreachable',
};

async function senderFor(tx: SystemContext, row: SequenceRecord): Promise<OrgActor | null> {
  const person = await senderOf(tx.db, { orgId: row.org_id, userId: row.approved_by });
  if (!person || person.blocked) return null;
  return {
    kind: 'org',
    userId: person.id,
    name: person.name,
    email: person.email,
    emailVerified: true,
    orgId: row.org_id,
    orgKind: person.org_kind,
    role: person.role as OrgRole,
  };
}

/** The message that is due for a recipient, with the claim of the step, the message itself and the recipient's next step in one transaction. */
async function sendTo(tx: OrgContext, row: SequenceRecord, recipient: DueRecipient): Promise<void> {
  const messages = messagesOf(row.steps);
  const message = messages[recipient.next_message];
  const at = tx.clock.now();
  if (!message) return advance(tx.db, { id: recipient.id, next: recipient.next_message, dueAt: null, at });
  const claimed = await claimSend(tx.db, {
    recipientId: recipient.id,
    message: recipient.next_message,
    sequenceId: row.id,
    orgId: row.org_id,
    creatorOrg: recipient.creator_org,
    variant: recipient.variant,
    channel: recipient.creator_org ? 'in_app' : 'mail',
    at,
  });
  if (claimed) {
    const values = valuesOf(await sharedValues(tx, row), recipient);
    const { text } = fillIn(textFor(message, recipient.variant), values);
    const key = `${recipient.id}:${recipient.next_message}`;
    // The first message to an imported person names where the data is from.
    const source = recipient.next_message === 0 ? recipient.source : null;
    if (recipient.creator_org)
      await deliverInApp(tx, { to: recipient.creator_org, text, source, released: row.released_hash !== null });
    else
      await deliverByMail(tx, {
        recipientId: recipient.id,
        to: recipient.email ?? '',
        language: recipient.language,
        brand: values.brand ?? '',
        subject: fillIn(row.subject, values).text,
        text,
        source: recipient.source ?? '',
        key,
      });
  }
  const next = recipient.next_message + 1;
  const following = messages[next];
  await advance(tx.db, {
    id: recipient.id,
    next,
    dueAt: following ? dueAfter(at, following.afterDays) : null,
    at,
  });
}

/** Why a message cannot be sent now, from the refusal of its delivery: the recipient is ended, or everything waits. */
async function putAside(tx: SystemContext, sequenceId: string, recipientId: string, refused: AppError): Promise<void> {
  const now = tx.clock.now();
  const { until } = refused.data;
  if (LIMITS.includes(refused.code) && typeof until === 'string')
    return putOffAll(tx.db, { sequenceId, until: new Date(until) });
  const state = ENDED_BY[refused.code];
  if (!state) throw refused;
  return endRecipient(tx.db, { id: recipientId, state, at: now });
}

/** Sends the message that has been due for longest. `moved`: its recipient was ended or put off instead. */
async function sendNext(ctx: SystemContext, sequenceId: string): Promise<Sent> {
  let recipientId: string | null = null;
  try {
    return await withTx(ctx, async (tx) => {
      await waitShortly(tx.db);
      const row = await lockSequence(tx.db, { id: sequenceId, forWhat: 'send' });
      if (row?.state !== 'running') return 'none';
      const now = tx.clock.now();
      const recipient = await nextDue(tx.db, { sequenceId, now });
      if (!recipient) return 'none';
      recipientId = recipient.id;
      const ended = recipient.blocked
        ? 'blocked'
        : recipient.suppressed
          ? 'suppressed'
          : recipient.unreachable
            ? 'unreachable'
            : null;
      if (ended) {
        await endRecipient(tx.db, { id: recipient.id, state: ended, at: now });
        return 'moved';
      }
      const open = recipient.time_zone
        ? outsideQuietHours(now, recipient.time_zone)
        : outsideQuietHoursOfAll(now, zonesOf(recipient.country));
      if (open > now) {
        await putOff(tx.db, { id: recipient.id, until: open });
        return 'moved';
      }
      const sender = await senderFor(tx, row);
      if (!sender) {
        await putOffAll(tx.db, { sequenceId, until: new Date(now.getTime() + ON_HOLD_MS) });
        return 'moved';
      }
      await withTxAs(tx, sender, async (as) => {
        // An address that belongs to no member counts as an act of its own, and as no first contact of two orgs.
        await requireContactAllowance(as, { kind: 'outreach', otherOrg: recipient.creator_org ?? recipient.id });
        await sendTo(as, row, recipient);
      });
      return 'sent';
    });
  } catch (error) {
    if (!isAppError(error) || recipientId === null) throw error;
    const id = recipientId;
    await withTx(ctx, (tx) => putAside(tx, sequenceId, id, error));
    return 'moved';
  }
}

/** Another transaction holds what this message needs: it is tried again. */
const isLockWait = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/**
 * Sends what is due of a sequence, each message in a transaction of its own, until nothing is due or the call has lasted
 * long enough; closes the sequence when no recipient waits for a message.
 */
export async function sendDue(
  ctx: SystemContext,
  { sequenceId }: { sequenceId: string },
  onProgress: () => void = () => {},
): Promise<{ sent: number; state: SequenceState }> {
  const end = performance.now() + SEND_FOR_MS;
  let sent = 0;
  for (;;) {
    onProgress();
    const result = await sendNext(ctx, sequenceId).catch((error: unknown): Sent => {
      if (!isLockWait(error)) throw error;
      return 'moved';
    });
    if (result === 'sent') sent += 1;
    if (result === 'none' || performance.now() > end) break;
  }
  return withTx(ctx, async (tx) => {
    const row = await lockSequence(tx.db, { id: sequenceId, forWhat: 'change' });
    // Deleted with the person whose org it was of.
    if (!row) return { sent, state: 'done' };
    if (row.state !== 'running' || (await nextDueAt(tx.db, sequenceId)) !== null) return { sent, state: row.state };
    const now = tx.clock.now();
    await updateSequence(tx.db, { id: sequenceId, at: now }, { state: 'done', ended_at: now });
    return { sent, state: 'done' };
  });
}

/** What the workflow of a sequence reads: its state and when the next message is due; null once it is deleted. */
export async function sequenceFacts(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{
  state: SequenceState;
  orgId: string;
  campaignId: string | null;
  changedAt: Date;
  nextAt: Date | null;
} | null> {
  const row = await sequenceById(ctx.db, id);
  if (!row) return null;
  return {
    state: row.state,
    orgId: row.org_id,
    campaignId: row.campaign_id,
    changedAt: row.changed_at,
    nextAt: await nextDueAt(ctx.db, id),
  };
}
