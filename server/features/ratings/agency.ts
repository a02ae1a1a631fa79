import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { publicText } from '../moderation/service.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { toDtos } from './dto.ts';
import { agencyRatingOf, insertAgencyRating, representationFor, type RatedAgency } from './queries.ts';
import { AGENCY_RATING_AFTER_DAYS, agencyRatingRefusal } from './rules.ts';
import type { AgencyRating, agencyRatingInput, rateAgencyInput } from './schema.ts';

const DAY_MS = 24 * 3_600_000;

async function agencyRating(tx: OrgContext, agency: RatedAgency): Promise<AgencyRating> {
  const row = await agencyRatingOf(tx.db, agency.representationId);
  const refusal = roleMay(tx.actor.role, 'rating.give')
    ? agencyRatingRefusal({ ...agency, given: row !== undefined }, tx.clock.now())
    : 'auth.not_allowed';
  const [mine = null] = row && !row.removedAt ? await toDtos(tx, [row]) : [];
  return {
    mine,
    canRate: refusal ?? true,
    from: agency.since && new Date(agency.since.getTime() + AGENCY_RATING_AFTER_DAYS * DAY_MS),
  };
}

/** The creator's review of its agency. Throws not_found. */
export const ratingOfAgency = (ctx: OrgContext, input: z.output<typeof agencyRatingInput>): Promise<AgencyRating> =>
  withTx(ctx, async (tx) => {
    const agency = await representationFor(tx.db, { ...input, creatorOrg: tx.actor.orgId });
    if (!agency) throw new AppError('not_found');
    return agencyRating(tx, agency);
  });

/**
 * Rates the creator's agency, once for each representation; others read it at once. Throws not_found, auth.not_allowed,
 * rating.not_represented, rating.too_early, rating.time_over, rating.given.
 */
export async function rateAgency(ctx: OrgContext, input: z.output<typeof rateAgencyInput>): Promise<AgencyRating> {
  requireRight(ctx, 'rating.give');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    const repeated = (await bindRequestKey(tx, 'ratings.giveAgency', input)) === 'repeated';
    const { representationId } = input;
    const agency = await representationFor(tx.db, { representationId, creatorOrg: orgId, lock: true });
    if (!agency) throw new AppError('not_found');
    if (repeated) return agencyRating(tx, agency);
    const now = tx.clock.now();
    const given = (await agencyRatingOf(tx.db, representationId)) !== undefined;
    const refusal = agencyRatingRefusal({ ...agency, given }, now);
    if (refusal) throw new AppError(refusal);
    const id = newId(now.getTime());
    const link = ADDRESSES.representation;
    await insertAgencyRating(tx.db, {
      id,
      of: agency,
      userId,
      name,
      stars: input.stars,
      body: await publicText(tx, { kind: 'review', subjectId: id, text: input.body, shown: '', link }),
      at: now,
    });
    await notify(tx, {
      orgId: agency.agencyOrg,
      kind: 'rating_of_agency',
      data: { name: partyIn(await partiesOf(tx, [orgId]), orgId).name },
      link: ADDRESSES.agencyProfile,
      key: `rating:${representationId}`,
    });
    await audit(tx, 'rating.given', `representation:${representationId}`, { stars: input.stars });
    return agencyRating(tx, agency);
  });
}
