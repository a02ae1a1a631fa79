import type { ServiceContext, OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Format, Platform } from '../terms/schema.ts';
import { lockReply, moveReply, replyOfOffer, termsOfReply } from './queries/replies.ts';
import { AD_REPLY_MACHINE } from './rules.ts';

/** A reply that a brand may answer with an offer, and what the deal begins with. */
export interface HirableReply {
  replyId: string;
  creatorOrg: string;
  title: string;
  /** Of the ad, for the brief of the deal. */
  body: string;
  platform: Platform;
  format: Format;
  currency: Currency;
  /** Minor units; what the replier named, else the ad's pay. */
  price: number | null;
  goods: string;
  dueAt: Date | null;
}

/**
 * The reply that the actor's brand answers with an offer: to its own ad, or its own reply that the creator has accepted.
 * Locked until the transaction ends. Throws not_found, offer.exists, ad.reply_closed, and state.wrong before the creator has
 * accepted.
 */
export async function replyToHire(tx: OrgContext, replyId: string): Promise<HirableReply> {
  const { orgId } = tx.actor;
  await lockReply(tx.db, replyId);
  const row = await termsOfReply(tx.db, { replyId, orgId });
  if (!row) throw new AppError('not_found');
  const ownerIsBrand = row.kind === 'wanted';
  if (orgId !== (ownerIsBrand ? row.owner_org : row.replier_org)) throw new AppError('not_found');
  if (row.offer_id !== null) throw new AppError('offer.exists');
  const { from } = AD_REPLY_MACHINE.decline;
  if (!(from as readonly string[]).includes(row.state)) throw new AppError('ad.reply_closed', { state: row.state });
  if (!ownerIsBrand && row.state !== 'invited') throw new AppError('state.wrong', { state: row.state });
  return {
    replyId: row.id,
    creatorOrg: ownerIsBrand ? row.replier_org : row.owner_org,
    title: row.title,
    body: row.body,
    platform: row.platform ?? 'instagram',
    format: row.format ?? 'post',
    currency: row.currency,
    price: row.price ?? row.pay_min,
    goods: row.goods,
    dueAt: row.due_at ?? row.ad_due_at,
  };
}

/** An offer answers the reply, in the transaction that sends it. */
export async function noteOfferSent(tx: OrgContext, input: { replyId: string; offerId: string }): Promise<void> {
  const moved = await moveReply(tx.db, {
    replyId: input.replyId,
    from: ['sent', 'seen', 'invited'],
    to: 'invited',
    at: tx.clock.now(),
    offerId: input.offerId,
  });
  if (!moved) throw new AppError('ad.reply_closed');
}

/** The offer that answered a reply has ended: accepted, the replier is hired; else the reply is over and another may follow. */
export async function noteOfferEnded(tx: ServiceContext, input: { offerId: string; accepted: boolean }): Promise<void> {
  const reply = await replyOfOffer(tx.db, input.offerId);
  if (!reply) return;
  const { from, to } = AD_REPLY_MACHINE[input.accepted ? 'hire' : 'decline'];
  await moveReply(tx.db, { replyId: reply.id, from, to, at: tx.clock.now() });
}
