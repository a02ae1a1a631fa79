import type { OrgContext, ServiceContext, StaffContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId, newId } from '../../core/ids.ts';
import { reactToContact } from '../contacts/reactions.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { attachToMessage } from '../content/attachments.ts';
import { checkText } from '../moderation/rules.ts';
import { holdText } from '../moderation/service.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { conversationBetween, moveUp, openConversation, type Pair } from './queries/conversations.ts';
import { insertMessage, lockSender, offerOf, placeHeld, sentBetween, setRemoved } from './queries/messages.ts';
import { MAX_MESSAGES_PER_MINUTE, RATE_WINDOW_MS } from './rules.ts';
import type { MessageRow, SentMessage } from './schema.ts';
import { otherOrg, refusalToWrite } from './status.ts';

export interface NewMessage extends Pair {
  agencyOrg: string | null;
  /** The offer in whose thread it stands, with its deal once there is one. */
  offer: { offerId: string; contractId: string | null; title: string } | null;
  body: string;
  fileIds?: readonly string[] | undefined;
  /** Staff read and released the text before it was written here. */
  released?: boolean | undefined;
}

/** Refuses the 31st message of a person within a minute: message.too_fast, with the time from which one may follow. */
async function requirePace(tx: OrgContext): Promise<void> {
  const { orgId, userId } = tx.actor;
  await lockSender(tx.db, userId);
  const until = tx.clock.now();
  const since = new Date(until.getTime() - RATE_WINDOW_MS);
  const sent = await sentBetween(tx.db, { orgId, userId, since, until });
  const first = sent.at(-MAX_MESSAGES_PER_MINUTE);
  if (first)
    throw new AppError('message.too_fast', {
      limit: MAX_MESSAGES_PER_MINUTE,
      until: new Date(first.getTime() + RATE_WINDOW_MS).toISOString(),
    });
}

/**
 * Writes a message into the conversation of a brand, or of an agency in its own name, and a creator, which it opens when there is none. In the caller's
 * transaction, before the caller locks a row. The same request writes once.
 *
 * Throws message.blocked, message.you_blocked, message.too_fast, contact.daily_limit, contact.first_limit,
 * org.other_on_hold, org.closed, auth.not_allowed, auth.no_mandate, file.gone.
 */
export async function writeMessage(
  tx: OrgContext,
  m: NewMessage,
): Promise<SentMessage & { row: MessageRow; fresh: boolean }> {
  const { orgId, userId, name } = tx.actor;
  const refused = await refusalToWrite(tx, m, { inDeal: m.offer !== null });
  if (refused) throw new AppError(refused);
  const other = otherOrg(tx, m);
  await requireContactAllowance(tx, { kind: 'message', otherOrg: other });
  const intent = { to: [m.brandOrg, m.creatorOrg, m.offer?.offerId ?? null], body: m.body, files: m.fileIds ?? [] };
  const at = tx.clock.now();
  const id = tx.requestKey
    ? await derivedId(`message:${userId}:${tx.requestKey}:${canonicalJson(intent)}`)
    : newId(at.getTime());
  await requirePace(tx);
  const conversation =
    (await conversationBetween(tx.db, m)) ??
    (await openConversation(tx.db, { ...m, id: newId(at.getTime()), by: orgId, at }));
  const found = checkText(m.body, 'message');
  // Staff read the text before: the other side gets it, with its warning.
  const check = m.released && found.verdict === 'hold' ? { ...found, verdict: 'warn' as const } : found;
  const held = check.verdict === 'hold';
  const { offer } = m;
  const { row, fresh } = await insertMessage(tx.db, {
    id,
    conversationId: conversation.id,
    offerId: offer?.offerId ?? null,
    contractId: offer?.contractId ?? null,
    brandOrg: m.brandOrg,
    creatorOrg: m.creatorOrg,
    agencyOrg: m.agencyOrg,
    authorUser: userId,
    authorName: name,
    authorOrg: orgId,
    body: m.body,
    warning: check.findings[0]?.rule ?? null,
    held,
    at,
  });
  const sent: SentMessage = {
    conversationId: conversation.id,
    messageId: id,
    state: row.heldAt ? 'held' : 'sent',
  };
  if (!fresh) return { ...sent, row, fresh };
  const fileIds = [...new Set(m.fileIds ?? [])];
  const place = { offerId: offer?.offerId ?? null, conversationId: offer ? null : conversation.id };
  if ((await attachToMessage(tx, { messageId: id, fileIds, ...place })) !== fileIds.length)
    throw new AppError('file.gone');
  const link = offer ? linkOf(offer) : ADDRESSES.conversation(conversation.id);
  if (!(await holdText(tx, { kind: 'message', subjectId: id, text: m.body, link }, check))) {
    await moveUp(tx.db, { id: conversation.id, at });
    // The other side is notified of a held message when it is released.
    await notifyOthers(tx, { ...m, conversationId: conversation.id, authorOrg: orgId, at });
  }
  await reactToContact(tx, { kind: 'reply', by: orgId, to: other });
  return { ...sent, row, fresh };
}

/**
 * Sends a message to another org in the caller's transaction, as `writeMessage` does, outside of any offer: for features that
 * reach out in the name of an org. `released`: staff read and released the text. `onContact` of `server/features/contacts/reactions.ts` reports the answer.
 */
export async function sendToOrg(
  tx: OrgContext,
  { to, body, released = false }: { to: string; body: string; released?: boolean },
): Promise<SentMessage> {
  const { orgId, orgKind } = tx.actor;
  const pair = orgKind === 'creator' ? { brandOrg: to, creatorOrg: orgId } : { brandOrg: orgId, creatorOrg: to };
  const { conversationId, messageId, state } = await writeMessage(tx, {
    ...pair,
    agencyOrg: null,
    offer: null,
    body,
    released,
  });
  return { conversationId, messageId, state };
}

const linkOf = ({ offerId, contractId }: { offerId: string; contractId: string | null }) =>
  contractId ? ADDRESSES.deal(contractId) : ADDRESSES.offer(offerId);

interface Sent extends Pair {
  conversationId: string;
  agencyOrg: string | null;
  authorOrg: string;
  offer: NewMessage['offer'];
  at: Date;
}

/** At most once an hour for each thread and writing org. */
async function notifyOthers(tx: ServiceContext, m: Sent): Promise<void> {
  const { offer, authorOrg, conversationId } = m;
  const others = [m.brandOrg, m.creatorOrg, m.agencyOrg].filter((id): id is string => id !== null && id !== authorOrg);
  const { name } = partyIn(await partiesOf(tx, [authorOrg]), authorOrg);
  const hour = m.at.toISOString().slice(0, 13);
  for (const orgId of others)
    await notify(
      tx,
      offer
        ? {
            orgId,
            kind: 'message_received',
            data: { name, title: offer.title, conversationId },
            link: linkOf(offer),
            key: `message_received:${offer.offerId}:${authorOrg}:${hour}`,
          }
        : {
            orgId,
            kind: 'conversation_message',
            data: { name, conversationId },
            link: ADDRESSES.conversation(conversationId),
            key: `conversation_message:${conversationId}:${authorOrg}:${hour}`,
          },
    );
}

/** Shows a held message to the other side. In the transaction of the staff member's decision. */
export async function releaseMessage(tx: StaffContext, { subjectId }: { subjectId: string }): Promise<void> {
  const at = tx.clock.now();
  const placed = await placeHeld(tx.db, { id: subjectId, at });
  if (!placed?.conversationId) return;
  const { conversationId, offerId } = placed;
  await moveUp(tx.db, { id: conversationId, at });
  const found = offerId && (await offerOf(tx.db, offerId));
  await notifyOthers(tx, { ...placed, conversationId, offer: found && offerId ? { offerId, ...found } : null, at });
}

/** A held message stays with its author. In the transaction of the staff member's decision. */
export const removeMessage = (tx: StaffContext, { subjectId }: { subjectId: string }): Promise<void> =>
  setRemoved(tx.db, { id: subjectId, at: tx.clock.now() });
