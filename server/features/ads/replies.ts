import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem } from '../../core/money.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { requireAge, requireRight } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { contactIn } from './problems/rules.ts';
import { ownAd } from './content.ts';
import { adDetailOf, foundAd, mayNotReply } from './market.ts';
import {
  insertReply,
  lockReply,
  markSeen,
  moveReply,
  repliesBy,
  repliesTo,
  replyOf,
  replyTo,
  type ReplyRow,
} from './queries/replies.ts';
import { isOpenReply, replyDto, replyDtos } from './reply-dto.ts';
import { AD_REPLY_MACHINE, type AdReplyAction } from './rules.ts';
import type { AdDetail, AdReplyDto, declineReplyInput, listRepliesInput, replyInput } from './schema.ts';

/**
 * Replies to an ad of the other side. Throws ad.not_open, ad.own, ad.same_side, ad.reply_duplicate while an earlier reply is
 * open, ad.contact_data with the words at the text's field, contact.daily_limit, or the problem of the price.
 */
export async function replyToAd(ctx: OrgContext, input: z.output<typeof replyInput>): Promise<AdDetail> {
  const { orgId, userId, orgKind } = ctx.actor;
  const earlier = async (tx: OrgContext, requestKey: string): Promise<AdDetail | null> => {
    const last = await replyTo(tx.db, { adId: input.adId, replierOrg: orgId });
    return last?.request_key === requestKey ? adDetailOf(tx, await foundAd(tx, input.adId)) : null;
  };
  return onceByKey(ctx, { act: 'ads.reply', input }, earlier, async (tx) => {
    const ownerOrg = (await foundAd(tx, input.adId)).org_id;
    const held = await lockOrgStatus(tx, [orgId, ownerOrg]);
    if (held) throw new AppError(held);
    if (ownerOrg !== orgId) await requireContactAllowance(tx, { kind: 'adReply', otherOrg: ownerOrg });
    const ad = await foundAd(tx, input.adId);
    const refused = await mayNotReply(tx, ad);
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'ad.reply' } : {});
    if (orgKind === 'creator') await requireAge(tx);
    const found = contactIn(input.body);
    if (found !== null) throw new AppError('ad.contact_data', { field: 'body', found });
    const why = input.price === null ? null : amountProblem(input.price, ad.currency);
    if (why) throw new AppError(`money.${why}`, { field: 'price', amount: input.price, currency: ad.currency });
    const now = tx.clock.now();
    if (input.dueAt && input.dueAt <= now) throw new AppError('terms.due_in_past', { field: 'dueAt' });
    const id = newId(now.getTime());
    const isNew = await insertReply(tx.db, {
      id,
      ad_id: ad.id,
      owner_org: ownerOrg,
      replier_org: orgId,
      state: 'sent',
      body: input.body,
      price: input.price,
      currency: ad.currency,
      due_at: input.dueAt,
      links: input.links,
      request_key: tx.requestKey,
      created_by: userId,
      created_at: now,
      updated_at: now,
    });
    if (!isNew) throw new AppError('ad.reply_duplicate');
    await notify(tx, {
      orgId: ownerOrg,
      kind: 'ad_reply_received',
      data: { title: ad.title, name: partyIn(await partiesOf(tx, [orgId]), orgId).name },
      link: ADDRESSES.ownAd(ad.id),
      key: `ad_reply_received:${id}`,
    });
    await audit(tx, 'ad.replied', `ad:${ad.id}`, { replyId: id });
    return adDetailOf(tx, await foundAd(tx, ad.id));
  });
}

/** Replies to an own ad, the newest first. Reading them marks them as seen. */
export async function repliesOfAd(
  ctx: OrgContext,
  input: z.output<typeof listRepliesInput>,
): Promise<Page<AdReplyDto>> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const ad = await ownAd(tx, input.adId);
    const rows = await repliesTo(tx.db, {
      adId: ad.id,
      ownerOrg: orgId,
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const dtos = new Map((await replyDtos(tx, rows)).map((dto) => [dto.id, dto]));
    return toPage(rows, input.limit, placeCursor, (row) => dtos.get(row.id)!);
  });
}

/** The owner has the replies of an ad on the screen: they are new no longer. */
export async function seeReplies(ctx: OrgContext, input: { adId: string }): Promise<{ seen: true }> {
  return withTx(ctx, async (tx) => {
    const ad = await ownAd(tx, input.adId);
    await markSeen(tx.db, { adId: ad.id, ownerOrg: tx.actor.orgId, at: tx.clock.now() });
    return { seen: true };
  });
}

/** What the org has sent, the newest first. */
export async function mySentReplies(
  ctx: OrgContext,
  input: { after?: string | undefined; limit: number },
): Promise<Page<AdReplyDto>> {
  return withTx(ctx, async (tx) => {
    const rows = await repliesBy(tx.db, {
      replierOrg: tx.actor.orgId,
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const dtos = new Map((await replyDtos(tx, rows)).map((dto) => [dto.id, dto]));
    return toPage(rows, input.limit, placeCursor, (row) => dtos.get(row.id)!);
  });
}

/** A reply of the actor's org on the side that may do this, locked. */
async function replyFor(tx: OrgContext, replyId: string, side: 'owner' | 'replier'): Promise<ReplyRow> {
  await lockReply(tx.db, replyId);
  const row = await replyOf(tx.db, { replyId, orgId: tx.actor.orgId });
  if (!row || row[`${side}_org`] !== tx.actor.orgId) throw new AppError('not_found');
  return row;
}

async function move(
  tx: OrgContext,
  row: ReplyRow,
  action: Exclude<AdReplyAction, 'see' | 'hire'>,
  reason?: string,
): Promise<void> {
  const { from, to } = AD_REPLY_MACHINE[action];
  // A reply that an offer has answered ends with the offer.
  if (row.offer_id !== null && isOpenReply(row)) throw new AppError('offer.exists');
  const moved = await moveReply(tx.db, {
    replyId: row.id,
    from,
    to,
    at: tx.clock.now(),
    ...(reason === undefined ? {} : { reason: reason || null }),
  });
  if (!moved) throw new AppError('ad.reply_closed', { state: row.state });
  await audit(tx, `ad_reply.${to}`, `ad:${row.ad_id}`, { replyId: row.id });
}

const reread = async (tx: OrgContext, replyId: string): Promise<AdReplyDto> =>
  replyDto(tx, (await replyOf(tx.db, { replyId, orgId: tx.actor.orgId }))!);

async function notifyReplier(
  tx: OrgContext,
  row: ReplyRow,
  kind: 'ad_reply_invited' | 'ad_reply_declined',
): Promise<void> {
  const { name } = partyIn(await partiesOf(tx, [row.owner_org]), row.owner_org);
  await notify(tx, {
    orgId: row.replier_org,
    kind,
    data: { name, title: row.ad_title ?? '' },
    link: ADDRESSES.openAd(row.ad_id),
    key: `${kind}:${row.id}`,
  });
}

/**
 * The creator whose ad it is accepts a brand's reply: the brand sends the offer. The owner of a brand's ad invites by sending
 * the offer itself. Throws ad.same_side for the latter, ad.reply_closed.
 */
export async function inviteReplier(ctx: OrgContext, input: { replyId: string }): Promise<AdReplyDto> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await replyFor(tx, input.replyId, 'owner');
    if (row.ad_kind !== 'available') throw new AppError('ad.same_side');
    if (row.state !== 'invited') {
      await move(tx, row, 'invite');
      await notifyReplier(tx, row, 'ad_reply_invited');
    }
    return reread(tx, row.id);
  });
}

export async function declineReply(ctx: OrgContext, input: z.output<typeof declineReplyInput>): Promise<AdReplyDto> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await replyFor(tx, input.replyId, 'owner');
    if (row.state !== 'declined') {
      await move(tx, row, 'decline', input.reason);
      await notifyReplier(tx, row, 'ad_reply_declined');
    }
    return reread(tx, row.id);
  });
}

export async function withdrawReply(ctx: OrgContext, input: { replyId: string }): Promise<AdReplyDto> {
  requireRight(ctx, 'ad.reply');
  return withTx(ctx, async (tx) => {
    const row = await replyFor(tx, input.replyId, 'replier');
    if (row.state !== 'withdrawn') await move(tx, row, 'withdraw');
    return reread(tx, row.id);
  });
}
