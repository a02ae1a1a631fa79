import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { AppError, isAppError, type ErrorCode } from '../../core/errors.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { contentOf, ownCampaign } from '../campaigns/drafts.ts';
import type { CampaignState } from '../campaigns/schema.ts';
import { sendOffer } from '../offers/send.ts';
import { startOffer } from '../offers/start.ts';
import { unpayableOf } from '../orgs/payable.ts';
import { partiesOf } from '../orgs/service.ts';
import { clockRanges } from '../policies/service.ts';
import { termsTotal } from '../terms/rules.ts';
import { dealTerms } from '../terms/schema.ts';
import { creatorsInTalks, offersUnderKeys, visibleCreators } from './queries/lists.ts';
import type { inviteInput, InvitePreview, invitePreviewInput, InviteResult } from './schema.ts';

/** Campaigns that take creators. */
const INVITING: readonly CampaignState[] = ['live', 'paused'];
/** Refusals of an offer that the next creator would get too. */
const OF_ALL: readonly ErrorCode[] = [
  'billing.incomplete',
  'campaign.full',
  'campaign.not_open',
  'contact.daily_limit',
  'org.suspended',
];
const OF_GONE: readonly ErrorCode[] = ['not_found', 'org.other_on_hold', 'org.closed'];

type Invited = InvitePreview['creators'][number];

/** These creators as they stand to a campaign; a party that may not be shown is null. */
async function invitedOf(tx: OrgContext, campaignId: string, wanted: readonly string[]): Promise<Invited[]> {
  const creators = [...new Set(wanted)];
  const visible = new Set(await visibleCreators(tx.db, creators));
  const brandOrg = tx.actor.orgId;
  const inTalks = new Set(await creatorsInTalks(tx.db, { brandOrg, campaignId, creators }));
  const parties = await partiesOf(tx, [...visible]);
  const unpayable = await unpayableOf(tx, [...visible]);
  return creators.map((creatorOrg): Invited => {
    const one = { creatorOrg, party: parties.get(creatorOrg) ?? null, refusal: null };
    if (!visible.has(creatorOrg)) return { ...one, state: 'unavailable' };
    if (inTalks.has(creatorOrg)) return { ...one, state: 'in_talks' };
    if (unpayable.has(creatorOrg))
      return { ...one, state: 'refused', refusal: { code: 'offer.country_unpaid', data: {} } };
    return { ...one, state: 'ready' };
  });
}

/** Who would get an offer for the campaign, at which price. Throws not_found, campaign.not_open. */
export async function previewInvite(
  ctx: OrgContext,
  { campaignId, creators }: z.output<typeof invitePreviewInput>,
): Promise<InvitePreview> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const campaign = await ownCampaign(tx, campaignId);
    if (!INVITING.includes(campaign.state)) throw new AppError('campaign.not_open');
    const { terms } = contentOf(campaign, await clockRanges(tx));
    return {
      title: campaign.title,
      price: { amount: termsTotal({ milestones: terms.milestones ?? [] }), currency: campaign.currency },
      creators: await invitedOf(tx, campaignId, creators),
    };
  });
}

/** The key of one creator's offer, made from the key of the call. */
const keyOf = async (requestKey: string | null, creatorOrg: string): Promise<string | null> =>
  requestKey === null ? null : sha256Hex(`${requestKey}:${creatorOrg}`);

async function inviteOne(
  ctx: OrgContext,
  { campaignId, note }: z.output<typeof inviteInput>,
  { creatorOrg, party }: Invited,
): Promise<InviteResult> {
  try {
    const { title, terms } = await startOffer(ctx, { creatorOrg, campaignId });
    const sent = await sendOffer(
      { ...ctx, requestKey: await keyOf(ctx.requestKey, creatorOrg) },
      { creatorOrg, campaignId, title, terms: dealTerms.parse(terms), note },
    );
    return { creatorOrg, party, state: 'sent', offerId: sent.id, refusal: null };
  } catch (refused) {
    if (!isAppError(refused)) throw refused;
    const { code, data } = refused;
    const none = { creatorOrg, party, offerId: null };
    if (code === 'offer.exists') return { ...none, state: 'in_talks', refusal: null };
    if (OF_GONE.includes(code)) return { ...none, state: 'unavailable', refusal: null };
    return { ...none, state: 'refused', refusal: { code, data } };
  }
}

/**
 * Sends each creator an offer with the campaign's terms, one transaction each; a repeat under the same key sends nothing
 * twice. A refusal that holds for all is not tried again. Throws not_found, campaign.not_open, auth.mailbox_unverified.
 */
export async function invite(ctx: OrgContext, input: z.output<typeof inviteInput>): Promise<InviteResult[]> {
  requireRight(ctx, 'offer.negotiate');
  requireVerifiedMailbox(ctx);
  const { campaignId } = input;
  const { invited, earlier } = await withTx(ctx, async (tx) => {
    const campaign = await ownCampaign(tx, campaignId);
    if (!INVITING.includes(campaign.state)) throw new AppError('campaign.not_open');
    const keys = await Promise.all(input.creators.map((creatorOrg) => keyOf(ctx.requestKey, creatorOrg)));
    return {
      invited: await invitedOf(tx, campaignId, input.creators),
      earlier: await offersUnderKeys(tx.db, {
        brandOrg: tx.actor.orgId,
        keys: keys.flatMap((key) => key ?? []),
      }),
    };
  });
  const results: InviteResult[] = [];
  let ofAll: InviteResult['refusal'] = null;
  for (const one of invited) {
    const { creatorOrg, party, state, refusal } = one;
    const offerId = earlier.get(creatorOrg) ?? null;
    if (offerId) results.push({ creatorOrg, party, state: 'sent', offerId, refusal: null });
    else if (state !== 'ready') results.push({ creatorOrg, party, state, offerId, refusal });
    else if (ofAll) results.push({ creatorOrg, party, state: 'refused', offerId, refusal: ofAll });
    else {
      const result = await inviteOne(ctx, input, one);
      if (result.refusal && OF_ALL.includes(result.refusal.code)) ofAll = result.refusal;
      results.push(result);
    }
  }
  const sent = results.filter((result) => result.state === 'sent').length;
  await withTx(ctx, (tx) => audit(tx, 'creators.invited', `campaign:${campaignId}`, { asked: results.length, sent }));
  return results;
}
