import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type StaffContext, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight, requireStaffAct, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { openCase } from '../cases/service.ts';
import { publicText } from '../moderation/service.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { Side } from '../terms/schema.ts';
import { authorOrg, pageOf, subjectOrg, toDtos } from './dto.ts';
import {
  clearAuthor,
  dealFor,
  insertRating,
  ratingById,
  ratingOfCase,
  ratingsOfDeal,
  saveBody,
  saveReply,
  setRemoved,
  showRatings,
  sidesOf,
  starsOf,
  visibleRatings,
  type RatedDeal,
  type RatingRow,
} from './queries.ts';
import { meanTenths, ratingEndsAt, ratingRefusal, visibleAt } from './rules.ts';
import type {
  DealRatings,
  dealRatingsInput,
  RatingDto,
  RatingPage,
  ratingsOfInput,
  rateInput,
  removeRatingInput,
  replyInput,
  reportedRatingInput,
  ReportedRating,
  reportRatingInput,
} from './schema.ts';

/** The reader's side of a deal; null for its agency, which reads and does not rate. */
const sideIn = (deal: RatedDeal, orgId: string): Side | null =>
  orgId === deal.brandOrg ? 'brand' : orgId === deal.creatorOrg ? 'creator' : null;

async function dealRatings(tx: OrgContext, deal: RatedDeal): Promise<DealRatings> {
  const now = tx.clock.now();
  const side = sideIn(deal, tx.actor.orgId);
  const rows = await ratingsOfDeal(tx.db, deal.contractId);
  const seen = rows.filter((row) => row.authorSide === side || row.visibleAt <= now);
  const dtos = await toDtos(tx, seen);
  const of = (wanted: (row: RatingRow) => boolean): RatingDto | null => dtos[seen.findIndex(wanted)] ?? null;
  const given = side !== null && (await sidesOf(tx.db, deal.contractId)).includes(side);
  const refusal =
    side === null || !roleMay(tx.actor.role, 'rating.give')
      ? 'auth.not_allowed'
      : ratingRefusal({ completedAt: deal.completedAt, given }, now);
  return {
    mine: of((row) => row.authorSide === (side ?? 'creator')),
    theirs: of((row) => row.authorSide !== (side ?? 'creator')),
    canRate: refusal ?? true,
    endsAt: deal.completedAt ? ratingEndsAt(deal.completedAt) : null,
    shown: seen.some((row) => row.authorSide === side && row.visibleAt <= now),
  };
}

/** The ratings of a deal for one of its parties. Throws not_found. */
export const ratingsOfThisDeal = (ctx: OrgContext, input: z.output<typeof dealRatingsInput>): Promise<DealRatings> =>
  withTx(ctx, async (tx) => {
    const deal = await dealFor(tx.db, { ...input, orgId: tx.actor.orgId });
    if (!deal) throw new AppError('not_found');
    return dealRatings(tx, deal);
  });

/**
 * Rates the other side of a completed deal, once. It is shown when both sides have rated or the time to rate is over.
 * Throws not_found, auth.not_allowed, rating.deal_open, rating.time_over, rating.given.
 */
export async function rate(ctx: OrgContext, input: z.output<typeof rateInput>): Promise<DealRatings> {
  requireRight(ctx, 'rating.give');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    const repeated = (await bindRequestKey(tx, 'ratings.give', input)) === 'repeated';
    const deal = await dealFor(tx.db, { contractId: input.contractId, orgId, lock: true });
    if (!deal) throw new AppError('not_found');
    if (repeated) return dealRatings(tx, deal);
    const side = sideIn(deal, orgId);
    if (!side) throw new AppError('auth.not_allowed');
    const now = tx.clock.now();
    const sides = await sidesOf(tx.db, deal.contractId);
    const refusal = ratingRefusal({ completedAt: deal.completedAt, given: sides.includes(side) }, now);
    if (refusal || !deal.completedAt) throw new AppError(refusal ?? 'rating.deal_open');
    const both = sides.length > 0;
    const id = newId(now.getTime());
    const link = ADDRESSES.deal(deal.contractId);
    await insertRating(tx.db, {
      id,
      deal,
      side,
      userId,
      name,
      stars: input.stars,
      // The stars count at once; a text that is held follows.
      body: await publicText(tx, { kind: 'review', subjectId: id, text: input.body, shown: '', link }),
      visibleAt: visibleAt({ completedAt: deal.completedAt, otherGiven: both }, now),
      at: now,
    });
    if (both) await showRatings(tx.db, { contractId: deal.contractId, at: now });
    await notify(tx, {
      orgId: side === 'brand' ? deal.creatorOrg : deal.brandOrg,
      kind: both ? 'rating_visible' : 'rating_requested',
      data: {
        name: partyIn(await partiesOf(tx, [orgId]), orgId).name,
        title: deal.title,
        ...(both ? {} : { deadlineAt: ratingEndsAt(deal.completedAt).toISOString() }),
      },
      link,
      key: `rating:${deal.contractId}:${side}`,
    });
    await audit(tx, 'rating.given', `contract:${deal.contractId}`, { stars: input.stars });
    return dealRatings(tx, deal);
  });
}

/** A rating that the actor's org may read now. Throws not_found. */
async function readable(tx: OrgContext, ratingId: string, lock = false): Promise<RatingRow> {
  const row = await ratingById(tx.db, ratingId, lock);
  if (!row || (row.visibleAt > tx.clock.now() && authorOrg(row) !== tx.actor.orgId)) throw new AppError('not_found');
  return row;
}

/** Answers a rating of the own org, once. Throws not_found, auth.not_allowed, rating.replied. */
export async function replyToRating(ctx: OrgContext, input: z.output<typeof replyInput>): Promise<RatingDto> {
  requireRight(ctx, 'rating.give');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const row = await readable(tx, input.ratingId, true);
    if (subjectOrg(row) !== tx.actor.orgId) throw new AppError('auth.not_allowed');
    const at = tx.clock.now();
    if (row.reply === null) {
      const link = row.contractId ? ADDRESSES.deal(row.contractId) : ADDRESSES.agencyProfile;
      const reply = await publicText(tx, { kind: 'reply', subjectId: row.id, text: input.body, shown: '', link });
      if (reply) await saveReply(tx.db, { id: row.id, reply, at });
      await audit(tx, 'rating.replied', `rating:${row.id}`);
    } else if (row.reply !== input.body) throw new AppError('rating.replied');
    const [dto] = await toDtos(tx, [(await ratingById(tx.db, row.id)) ?? row]);
    return dto!;
  });
}

/** Reports a rating to staff, once for each reporting org. Throws not_found. */
export async function reportRating(
  ctx: OrgContext,
  input: z.output<typeof reportRatingInput>,
): Promise<{ reported: true }> {
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const row = await readable(tx, input.ratingId);
    await openCase(tx, {
      kind: 'rating_reported',
      key: `${row.id}:${tx.actor.orgId}`,
      message: input.reason,
      // The case leads to the deal only when the reporter is a party of it.
      ...(row.contractId && [row.brandOrg, row.creatorOrg].includes(tx.actor.orgId)
        ? { contractId: row.contractId }
        : {}),
    });
    await audit(tx, 'rating.reported', `rating:${row.id}`);
    return { reported: true };
  });
}

/** Ratings of a creator, a brand or an agency that others may read, the last first, with their number and mean. */
export async function ratingsOf(ctx: ServiceContext, input: z.output<typeof ratingsOfInput>): Promise<RatingPage> {
  return withTx(ctx, async (tx) => {
    const party = (await partiesOf(tx, [input.orgId])).get(input.orgId);
    if (!party) throw new AppError('not_found');
    const which = {
      orgId: input.orgId,
      kind: party.kind,
      now: tx.clock.now(),
    };
    const rows = await visibleRatings(tx.db, { ...which, after: readPlace(input.after), limit: input.limit + 1 });
    const dtos = new Map((await toDtos(tx, rows)).map((dto) => [dto.id, dto]));
    const total = await starsOf(tx.db, which);
    return {
      ...toPage(rows, input.limit, rowCursor, (row) => dtos.get(row.id)!),
      count: total.count,
      mean: meanTenths(total),
    };
  });
}

/** The rating that a case is about. Throws not_found. */
export async function reportedRating(
  ctx: StaffContext,
  { caseId }: z.output<typeof reportedRatingInput>,
): Promise<ReportedRating> {
  return withTx(ctx, async (tx) => {
    const row = await ratingOfCase(tx.db, caseId);
    if (!row) throw new AppError('not_found');
    return row;
  });
}

/** Removes a rating; its author is notified of the reason. Throws not_found, auth.not_allowed. */
export async function removeRating(
  ctx: StaffContext,
  input: z.output<typeof removeRatingInput>,
): Promise<{ removed: true }> {
  requireStaffAct(ctx, 'ratings.remove');
  return withTx(ctx, async (tx) => {
    const row = await ratingById(tx.db, input.ratingId, true);
    if (!row) throw new AppError('not_found');
    await setRemoved(tx.db, { id: row.id, at: tx.clock.now() });
    const subject = subjectOrg(row);
    const title = row.contractId
      ? (await dealFor(tx.db, { contractId: row.contractId, orgId: authorOrg(row) }))?.title
      : partyIn(await partiesOf(tx, [subject]), subject).name;
    await notify(tx, {
      orgId: authorOrg(row),
      kind: 'rating_removed',
      data: { title: title ?? '', reason: input.reason },
      link: pageOf(row),
      key: `rating_removed:${row.id}`,
    });
    await audit(tx, 'rating.removed', `rating:${row.id}`, { reason: input.reason });
    return { removed: true };
  });
}

/** Shows a held text of a review, or a held reply to one. In the transaction of the staff member's decision. */
export const releaseReview = (tx: StaffContext, of: { subjectId: string; text: string }): Promise<void> =>
  saveBody(tx.db, { id: of.subjectId, body: of.text });
export const releaseReply = (tx: StaffContext, of: { subjectId: string; text: string }): Promise<void> =>
  saveReply(tx.db, { id: of.subjectId, reply: of.text, at: tx.clock.now() });

/** Part of a person's erasure. */
export const eraseFromRatings = (tx: SystemContext, who: { userId: string; name: string }): Promise<void> =>
  clearAuthor(tx.db, who);
