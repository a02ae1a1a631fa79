import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { noteOfferSent, replyToHire } from '../ads/hiring.ts';
import { audit } from '../audit/audit.ts';
import { moveApplication } from '../campaigns/application-moves.ts';
import { requirePlace } from '../campaigns/places.ts';
import { tidyClauses } from '../clauses/wording.ts';
import { termsTotal, withinRange } from '../terms/rules.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { partiesOf } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { clockRanges, currentRepresentation, feeTax } from '../policies/service.ts';
import { applicationOfBrand, insertOffer, insertVersion, offerByRequestKey, hasOpenOffer } from './queries.ts';
import type { OfferDetail, sendOfferInput } from './schema.ts';
import { requireUnblocked } from './blocks.ts';
import { requirePayable } from './payable.ts';
import { hashOf, assertTerms } from './terms.ts';
import { ownOffer, detailOf, getOffer } from './service.ts';
import { notifyParty } from './notify.ts';

interface Target {
  creatorOrg: string;
  campaignId: string | null;
  applicationId: string | null;
  adReplyId: string | null;
}

/** Whom the offer goes to, who stays able to agree; locks the application so that two members cannot both answer it. */
async function targetOf(tx: OrgContext, input: z.output<typeof sendOfferInput>): Promise<Target> {
  const requireAgreeable = async (creatorOrg: string): Promise<void> => {
    const refused = await lockOrgStatus(tx, [tx.actor.orgId, creatorOrg]);
    if (refused) throw new AppError(refused);
    await requireUnblocked(tx, creatorOrg);
  };
  if (input.applicationId) {
    const ofBrand = { applicationId: input.applicationId, brandOrg: tx.actor.orgId };
    const applicant = (await applicationOfBrand(tx.db, ofBrand))?.creator_org;
    if (applicant) await requireAgreeable(applicant);
    const application = await applicationOfBrand(tx.db, { ...ofBrand, lock: true });
    if (!application) throw new AppError('not_found');
    if (application.state === 'offered' || application.state === 'accepted') throw new AppError('offer.exists');
    if (application.state !== 'submitted' && application.state !== 'shortlisted')
      throw new AppError('state.wrong', { state: application.state });
    if (application.currency !== input.terms.currency)
      throw new AppError('terms.currency_frozen', { field: 'terms.currency', currency: application.currency });
    if (
      await hasOpenOffer(tx.db, {
        brandOrg: tx.actor.orgId,
        creatorOrg: application.creator_org,
        campaignId: application.campaign_id,
      })
    )
      throw new AppError('offer.exists');
    return {
      creatorOrg: application.creator_org,
      campaignId: application.campaign_id,
      applicationId: application.id,
      adReplyId: null,
    };
  }
  if (input.adReplyId) {
    const reply = await replyToHire(tx, input.adReplyId);
    await requireAgreeable(reply.creatorOrg);
    if (reply.currency !== input.terms.currency)
      throw new AppError('terms.currency_frozen', { field: 'terms.currency', currency: reply.currency });
    if (await hasOpenOffer(tx.db, { brandOrg: tx.actor.orgId, creatorOrg: reply.creatorOrg, campaignId: null }))
      throw new AppError('offer.exists');
    return { creatorOrg: reply.creatorOrg, campaignId: null, applicationId: null, adReplyId: reply.replyId };
  }
  if (!input.creatorOrg) throw new AppError('input.invalid', { field: 'creatorOrg', problem: 'required' });
  const creator = (await partiesOf(tx, [input.creatorOrg])).get(input.creatorOrg);
  if (!creator || creator.kind !== 'creator') throw new AppError('not_found');
  await requireAgreeable(creator.orgId);
  await requireContactAllowance(tx, { kind: 'offer', otherOrg: creator.orgId });
  const campaignId = input.campaignId ?? null;
  if (await hasOpenOffer(tx.db, { brandOrg: tx.actor.orgId, creatorOrg: creator.orgId, campaignId }))
    throw new AppError('offer.exists');
  return { creatorOrg: creator.orgId, campaignId, applicationId: null, adReplyId: null };
}

/** How an offer is sent that no person wrote field by field. */
interface Placing {
  /** The terms are accepted or declined as they are. */
  fixed?: boolean;
  requestKey?: string | null;
}

/** Sends an offer in the caller's transaction; throws as `sendOffer`, before anything is written. Returns its id. */
export async function placeOffer(
  tx: OrgContext,
  given: z.output<typeof sendOfferInput>,
  { fixed = false, requestKey = null }: Placing = {},
): Promise<string> {
  const input = { ...given, terms: tidyClauses(given.terms) };
  const brandOrg = tx.actor.orgId;
  const target = await targetOf(tx, input);
  await requirePayable(tx, target.creatorOrg);
  if (target.campaignId) await requirePlace(tx, { campaignId: target.campaignId, brandOrg });
  const tax = await feeTax(tx, brandOrg);
  if (!tax) throw new AppError('billing.incomplete');
  await assertTerms(tx, input.terms, tax);
  const range = (await clockRanges(tx)).offerAnswer;
  const answerWithin = input.answerWithin ?? range.fallback;
  if (!withinRange(answerWithin, range))
    throw new AppError('terms.clock_out_of_range', {
      field: 'answerWithin',
      clock: 'offerAnswer',
      min: range.min,
      max: range.max,
    });
  const now = tx.clock.now();
  const id = newId(now.getTime());
  const deadlineAt = plus(now, answerWithin);
  const representation = await currentRepresentation(tx, target.creatorOrg);
  const agencyOrg = representation?.scopes.includes('negotiate') ? representation.agencyOrg : null;
  const parts = { brand_org: brandOrg, creator_org: target.creatorOrg, agency_org: agencyOrg };
  const total = termsTotal(input.terms);
  await insertOffer(tx.db, {
    id,
    parties: parts,
    campaignId: target.campaignId,
    applicationId: target.applicationId,
    title: input.title,
    currency: input.terms.currency,
    deadlineAt,
    requestKey,
    fixed,
    createdBy: tx.actor.userId,
    at: now,
  });
  await insertVersion(tx.db, {
    id: newId(now.getTime()),
    offerId: id,
    parties: parts,
    n: 1,
    by: tx.actor,
    terms: input.terms,
    termsHash: await hashOf(input.terms),
    note: input.note,
    requestKey: null,
    at: now,
  });
  if (target.applicationId)
    await moveApplication(tx, {
      applicationId: target.applicationId,
      from: ['submitted', 'shortlisted'],
      to: 'offered',
    });
  if (target.adReplyId) await noteOfferSent(tx, { replyId: target.adReplyId, offerId: id });
  await startWorkflow(tx, 'offerExpiry', id, {
    attributes: {
      SponsioState: 'sent',
      BrandOrg: brandOrg,
      CreatorOrg: target.creatorOrg,
      SponsioDeadline: deadlineAt.toISOString(),
      AmountMinor: total,
      ...(target.campaignId ? { CampaignId: target.campaignId } : {}),
    },
  });
  const row = await ownOffer(tx, id);
  await notifyParty(tx, row, 'creator', 'offer_received', `offer_received:${id}`, {
    amountMinor: total,
    currency: row.currency,
    deadlineAt: deadlineAt.toISOString(),
  });
  await audit(tx, 'offer.sent', `offer:${id}`, { applicationId: target.applicationId });
  return id;
}

/**
 * Sends an offer to an applicant or directly to a creator; it is open until its deadline. Throws offer.exists when the
 * application was answered already, org.other_on_hold, org.closed, offer.country_unpaid, billing.incomplete, and the first problem of the
 * terms.
 */
export async function sendOffer(ctx: OrgContext, input: z.output<typeof sendOfferInput>): Promise<OfferDetail> {
  requireRight(ctx, 'offer.negotiate');
  requireVerifiedMailbox(ctx);
  const brandOrg = ctx.actor.orgId;
  const earlier = async (tx: OrgContext, requestKey: string): Promise<OfferDetail | null> => {
    const sent = await offerByRequestKey(tx.db, { brandOrg, requestKey });
    return sent ? getOffer(tx, { offerId: sent }) : null;
  };
  return onceByKey(ctx, { act: 'offers.send', input }, earlier, async (tx) => {
    const id = await placeOffer(tx, input, { requestKey: ctx.requestKey });
    return detailOf(tx, await ownOffer(tx, id));
  });
}
