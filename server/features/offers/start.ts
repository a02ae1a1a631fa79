import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { truncated } from '../../core/text.ts';
import { requireRight } from '../../guards.ts';
import { replyToHire } from '../ads/hiring.ts';
import { contentOf, ownCampaign } from '../campaigns/drafts.ts';
import { draftTerms, firstTerms } from '../campaigns/draft-rules.ts';
import { scaleMilestones } from '../terms/rules.ts';
import type { DealTerms } from '../terms/schema.ts';
import { partiesOf } from '../orgs/service.ts';
import { orgStatusRefusal } from '../orgs/status.ts';
import { refusedBy } from '../creators/advertised.ts';
import { wanted } from '../campaigns/schema.ts';
import { clockRanges, feeTax, liveClockRanges } from '../policies/service.ts';
import { requireUnblocked } from './blocks.ts';
import { requirePayable } from './payable.ts';
import { applicationOfBrand, firstRateOf } from './queries.ts';
import type { OfferStart, offerStartInput } from './schema.ts';

/** Time to the due date of a deal without a campaign. */
const FIRST_DUE = 'P14D';

/** Terms for a creator without a campaign: one piece of work at the creator's own first rate, to be filled in. */
async function blankTerms(tx: OrgContext, creatorOrg: string): Promise<DealTerms> {
  const country = (await feeTax(tx, tx.actor.orgId))?.country ?? tx.integrations.settings.platformCountry;
  const rate = await firstRateOf(tx.db, creatorOrg);
  const draft = draftTerms(firstTerms(country), rate?.currency ?? 'EUR', await clockRanges(tx));
  return {
    ...(draft as DealTerms),
    deliverables: [
      {
        id: 'd1',
        platform: rate?.platform ?? 'instagram',
        format: rate?.format ?? 'reel',
        count: 1,
        notes: '',
        brief: [],
      },
    ],
    milestones: [
      { title: '', amount: rate?.amount ?? 0, dueAt: plus(tx.clock.now(), FIRST_DUE), deliverableIds: ['d1'] },
    ],
  };
}

/** The ad's terms with what the reply named; goods stand beside the price in the notes of the deliverable. */
async function startFromReply(tx: OrgContext, replyId: string): Promise<OfferStart> {
  const reply = await replyToHire(tx, replyId);
  const creator = (await partiesOf(tx, [reply.creatorOrg])).get(reply.creatorOrg);
  if (!creator) throw new AppError('not_found');
  const refusal = await orgStatusRefusal(tx, [reply.creatorOrg]);
  if (refusal) throw new AppError(refusal);
  await requireUnblocked(tx, reply.creatorOrg);
  await requirePayable(tx, reply.creatorOrg);
  const ranges = await clockRanges(tx);
  const terms = await blankTerms(tx, reply.creatorOrg);
  const soonest = plus(tx.clock.now(), ranges.review.fallback);
  const dueAt = reply.dueAt && reply.dueAt > soonest ? reply.dueAt : plus(tx.clock.now(), FIRST_DUE);
  const notes = truncated([reply.body, reply.goods].filter(Boolean).join('\n\n'), 1000);
  const { platform, format } = reply;
  return {
    title: reply.title,
    creator,
    campaignId: null,
    applicationId: null,
    adReplyId: reply.replyId,
    conflicts: await refusedBy(tx, { creatorOrg: reply.creatorOrg, texts: [reply.title] }),
    terms: {
      ...terms,
      currency: reply.currency,
      deliverables: [{ id: 'd1', platform, format, count: 1, notes, brief: [] }],
      milestones: [{ title: reply.title, amount: reply.price ?? 0, dueAt, deliverableIds: ['d1'] }],
    },
    clockRanges: { ...ranges, ...(await liveClockRanges(tx)) },
  };
}

/**
 * What an offer form starts from: the campaign's terms with the milestones scaled to the applicant's price, the
 * campaign's terms as they are, those of an ad and a reply to it, or a blank sheet. Throws org.other_on_hold, org.closed and
 * offer.country_unpaid, so that the form is refused before it is filled in.
 */
export async function startOffer(ctx: OrgContext, input: z.output<typeof offerStartInput>): Promise<OfferStart> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const ranges = await clockRanges(tx);
    if (input.adReplyId) return startFromReply(tx, input.adReplyId);
    const application = input.applicationId
      ? await applicationOfBrand(tx.db, { applicationId: input.applicationId, brandOrg: ctx.actor.orgId })
      : undefined;
    if (input.applicationId && !application) throw new AppError('not_found');
    const creatorOrg = application?.creator_org ?? input.creatorOrg;
    if (!creatorOrg) throw new AppError('input.invalid', { field: 'creatorOrg', problem: 'required' });
    const creator = (await partiesOf(tx, [creatorOrg])).get(creatorOrg);
    if (!creator || creator.kind !== 'creator') throw new AppError('not_found');
    const refusal = await orgStatusRefusal(tx, [creatorOrg]);
    if (refusal) throw new AppError(refusal);
    await requireUnblocked(tx, creatorOrg);
    await requirePayable(tx, creatorOrg);
    const campaignId = application?.campaign_id ?? input.campaignId ?? null;
    if (!campaignId)
      return {
        title: '',
        creator,
        campaignId: null,
        applicationId: null,
        adReplyId: null,
        conflicts: await refusedBy(tx, { creatorOrg }),
        terms: await blankTerms(tx, creatorOrg),
        clockRanges: { ...ranges, ...(await liveClockRanges(tx)) },
      };
    const campaign = await ownCampaign(tx, campaignId);
    const { terms } = contentOf(campaign, ranges);
    const whole: DealTerms = { ...(await blankTerms(tx, creatorOrg)), ...terms } as DealTerms;
    if (application) whole.milestones = scaleMilestones(whole.milestones, application.price, campaign.currency);
    return {
      title: campaign.title,
      creator,
      campaignId,
      applicationId: application?.id ?? null,
      adReplyId: null,
      conflicts: await refusedBy(tx, {
        creatorOrg,
        texts: [campaign.title, campaign.summary, campaign.product],
        niches: wanted.parse(campaign.wanted).niches,
      }),
      terms: whole,
      clockRanges: { ...ranges, ...(await liveClockRanges(tx)) },
    };
  });
}
