import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { placeCursor, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { partiesOf, partyIn, picturesOf } from '../orgs/service.ts';
import { attachmentsOfMessages } from './attachments.ts';
import { toCard } from './cards.ts';
import { cardsBetween, completedDeals, mayReach, openCards, openDeals, suggested } from './queries/cards.ts';
import {
  conversationBetween,
  countUnread,
  listConversations,
  newestAgency,
  type ConversationRow,
  type Pair,
} from './queries/conversations.ts';
import { marksOf } from './queries/marks.ts';
import { entriesOf } from './queries/messages.ts';
import type {
  ConversationEntries,
  ConversationEntry,
  ConversationHead,
  conversationInput,
  ConversationList,
  ConversationSide,
  entriesInput,
  listConversationsInput,
  MessageEntry,
  sendInput,
  SentMessage,
  Suggestion,
  withOrgInput,
} from './schema.ts';
import { otherOrg, ownConversation, readerOf, refusalToWrite } from './status.ts';
import { writeMessage } from './write.ts';

/** The conversations of the actor's org, the one with the newest message first. */
export async function conversations(
  ctx: OrgContext,
  { folder, q, after, limit }: z.output<typeof listConversationsInput>,
): Promise<ConversationList> {
  return withTx(ctx, async (tx) => {
    const rows = await listConversations(tx.db, {
      reader: readerOf(tx),
      folder,
      q: q || undefined,
      after: readPlace(after),
      limit: limit + 1,
      cap: COUNT_CAP,
    });
    const parties = await partiesOf(
      tx,
      rows.map((row) => row.other),
    );
    return toPage(rows, limit, rowCursor, ({ id, other, preview, mine, at, unread, muted, archived }) => ({
      id,
      other: partyIn(parties, other),
      preview,
      mine,
      at,
      unread,
      muted,
      archived,
    }));
  });
}

/** Conversations with something new for the person, up to `COUNT_CAP`. */
export const unreadConversations = (ctx: OrgContext): Promise<{ count: number }> =>
  withTx(ctx, async (tx) => ({ count: await countUnread(tx.db, readerOf(tx), COUNT_CAP) }));

async function headOf(tx: OrgContext, pair: Pair, row: ConversationRow | undefined): Promise<ConversationHead> {
  const other = otherOrg(tx, pair);
  const actsFor = tx.actor.orgKind === 'agency' && pair.brandOrg !== tx.actor.orgId ? pair.creatorOrg : null;
  const parties = await partiesOf(tx, [other, actsFor]);
  const marks = row && (await marksOf(tx.db, { userId: tx.actor.userId, conversationId: row.id }));
  const refused = await refusalToWrite(tx, pair, { inDeal: false });
  return {
    id: row?.id ?? null,
    other: partyIn(parties, other),
    actsFor: actsFor === null ? null : partyIn(parties, actsFor),
    write: refused ?? (tx.actor.emailVerified ? true : 'auth.mailbox_unverified'),
    blockedByUs: refused === 'message.you_blocked',
    muted: marks?.muted ?? false,
    archived: marks?.archived ?? false,
  };
}

/** One conversation without its messages. Throws not_found. */
export const conversation = (
  ctx: OrgContext,
  { conversationId }: z.output<typeof conversationInput>,
): Promise<ConversationHead> =>
  withTx(ctx, async (tx) => {
    const row = await ownConversation(tx, conversationId);
    return headOf(tx, row, row);
  });

/** The pair of the actor's org and another one that it may write to. Throws not_found. */
async function pairWith(tx: OrgContext, orgId: string): Promise<Pair> {
  const { actor } = tx;
  const other = (await partiesOf(tx, [orgId])).get(orgId);
  const wanted = actor.orgKind === 'creator' ? 'brand' : 'creator';
  if (!other || other.kind !== wanted) throw new AppError('not_found');
  const pair =
    wanted === 'creator' ? { brandOrg: actor.orgId, creatorOrg: orgId } : { brandOrg: orgId, creatorOrg: actor.orgId };
  if (wanted === 'creator' && !(await conversationBetween(tx.db, pair)) && !(await mayReach(tx.db, pair)))
    throw new AppError('not_found');
  return pair;
}

/** The conversation with an org, also before its first message. Throws not_found for an org that cannot be written to. */
export const conversationWith = (
  ctx: OrgContext,
  { orgId }: z.output<typeof withOrgInput>,
): Promise<ConversationHead> =>
  withTx(ctx, async (tx) => {
    const pair = await pairWith(tx, orgId);
    return headOf(tx, pair, await conversationBetween(tx.db, pair));
  });

type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number];

function toEntry(
  tx: OrgContext,
  row: EntryRow,
  { brandOrg, creatorOrg }: Pair,
  files: MessageEntry['files'] | undefined,
  pictures: ReadonlyMap<string, string>,
): MessageEntry {
  const { orgId } = tx.actor;
  return {
    type: 'message',
    id: row.id,
    body: row.body,
    files: files ?? [],
    authorName: row.authorName,
    avatarUrl: pictures.get(row.authorUser) ?? null,
    authorSide: row.authorOrg === brandOrg ? 'brand' : row.authorOrg === creatorOrg ? 'creator' : 'agency',
    ours: row.authorOrg === orgId,
    unread: row.unread,
    warning: row.warning,
    state: row.removedAt ? 'removed' : row.heldAt ? 'held' : 'sent',
    at: row.at,
    about:
      row.offerId && row.offerTitle
        ? {
            title: row.offerTitle,
            link: row.contractId ? ADDRESSES.deal(row.contractId) : ADDRESSES.offer(row.offerId),
          }
        : null,
  };
}

const MAX_CARDS = 60;

/** Messages of a conversation with the offers, contracts and deliveries of the same time, the newest first. */
export async function entries(
  ctx: OrgContext,
  { conversationId, after, limit }: z.output<typeof entriesInput>,
): Promise<ConversationEntries> {
  return withTx(ctx, async (tx) => {
    const row = await ownConversation(tx, conversationId);
    const reader = readerOf(tx);
    const place = readPlace(after);
    const rows = await entriesOf(tx.db, { conversationId, reader, after: place, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const more = rows.length > limit;
    const cards = await cardsBetween(tx.db, {
      ...row,
      reader,
      from: more ? (shown.at(-1)?.placedAt ?? null) : null,
      until: place ? new Date(Number(place.at) / 1000) : null,
      limit: MAX_CARDS,
    });
    const pictures = await picturesOf(
      tx,
      shown.map((one) => one.authorUser),
    );
    const files = await attachmentsOfMessages(
      tx,
      shown.map((one) => one.id),
    );
    const placed: { at: Date; entry: ConversationEntry }[] = [
      ...shown.map((one) => ({ at: one.placedAt, entry: toEntry(tx, one, row, files.get(one.id), pictures) })),
      ...cards.map((one) => ({ at: one.at, entry: toCard(one, reader) })),
    ];
    const last = shown.at(-1);
    return {
      items: placed.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(({ entry }) => entry),
      next: more && last ? placeCursor({ at: last.place, id: last.id }) : null,
    };
  });
}

/**
 * Writes to the other side of a conversation, or to an org for the first time. Throws not_found and what `writeMessage`
 * throws.
 */
export async function send(ctx: OrgContext, input: z.output<typeof sendInput>): Promise<SentMessage> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'conversations.send', input);
    const { to, body, fileIds } = input;
    const row = 'conversationId' in to ? await ownConversation(tx, to.conversationId) : null;
    const { brandOrg, creatorOrg } = row ?? (await pairWith(tx, 'orgId' in to ? to.orgId : ''));
    const agencyOrg = row && (await newestAgency(tx.db, row.id));
    const { conversationId, messageId, state } = await writeMessage(tx, {
      brandOrg,
      creatorOrg,
      agencyOrg,
      offer: null,
      body,
      fileIds,
    });
    return { conversationId, messageId, state };
  });
}

const MAX_BESIDE = 8;

/** What the two have with each other. Throws not_found. */
export async function conversationSide(
  ctx: OrgContext,
  { conversationId }: z.output<typeof conversationInput>,
): Promise<ConversationSide> {
  return withTx(ctx, async (tx) => {
    const row = await ownConversation(tx, conversationId);
    const reader = readerOf(tx);
    const deals = await openDeals(tx.db, { ...row, reader, limit: MAX_BESIDE });
    const waiting = await openCards(tx.db, { ...row, reader, limit: 30 });
    return {
      deals: deals.map((deal) => ({ ...deal, link: ADDRESSES.deal(deal.id) })),
      tasks: waiting
        .map((one) => toCard(one, reader))
        .filter(({ action }) => action !== null)
        .slice(0, MAX_BESIDE),
      completedDeals: await completedDeals(tx.db, row),
    };
  });
}

/** Whom to write to first: orgs with an application, an offer or a deal and no conversation. */
export async function suggestions(ctx: OrgContext): Promise<Suggestion[]> {
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    if (orgKind !== 'brand' && orgKind !== 'creator') return [];
    const rows = await suggested(tx.db, { orgId, orgKind, limit: 4 });
    const parties = await partiesOf(
      tx,
      rows.map((row) => row.other),
    );
    return rows.flatMap(({ other, reason, title }) => {
      const party = parties.get(other);
      return party ? [{ other: party, reason, title }] : [];
    });
  });
}
