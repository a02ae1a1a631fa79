import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import type { NicheKey } from '../niches/rules.ts';
import { getBilling, listMembers, partiesOf, partyIn } from '../orgs/service.ts';
import { declineRequest } from '../representations/requests.ts';
import { agencyBySlug, agencyOf, isVerifiedAgency, listedRoster, saveProfile } from './queries.ts';
import type { AgencyInput, AgencyProfile, agencySlugInput, PublicAgency } from './schema.ts';

/** The creator declines what the agency requested. Throws acting.request_closed. */
export async function decline(ctx: OrgContext, input: { requestId: string }): Promise<void> {
  requireRight(ctx, 'representation.answer');
  await declineRequest(ctx, input);
}

async function rosterOf(tx: OrgContext, agencyOrg: string) {
  const ids = await listedRoster(tx.db, agencyOrg);
  const parties = await partiesOf(tx, ids);
  return ids.map((id) => partyIn(parties, id));
}

const DEFAULTS = { commissionMinBps: 1_000, commissionMaxBps: 2_000 };

async function ownProfile(tx: OrgContext): Promise<AgencyProfile> {
  const row = await agencyOf(tx.db, tx.actor.orgId);
  if (!row) throw new AppError('not_found');
  const legalName = (await getBilling(tx)).legalName || null;
  const facts = {
    about: row.about ?? '',
    niches: (row.niches ?? []) as NicheKey[],
    contactEmail: row.contact_email,
    legalName,
  };
  const missing = (['about', 'niches', 'contactEmail', 'legalName'] as const).filter((part) => !facts[part]?.length);
  return {
    ...facts,
    name: row.name,
    slug: row.slug,
    city: row.city,
    country: row.country,
    website: row.website,
    licence: row.licence ?? '',
    commissionMinBps: row.commission_min_bps ?? DEFAULTS.commissionMinBps,
    commissionMaxBps: row.commission_max_bps ?? DEFAULTS.commissionMaxBps,
    published: row.published_at !== null,
    verified: await isVerifiedAgency(tx.db, tx.actor.orgId),
    savedAt: row.updated_at,
    missing,
    roster: await rosterOf(tx, tx.actor.orgId),
    members: (await listMembers(tx)).map(({ userId, name, role }) => ({ userId, name, role })),
  };
}

/** Throws auth.wrong_account_type. */
export function requireAgency({ actor }: OrgContext): void {
  if (actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
}

/** The agency's own page, empty until it is saved. */
export async function myAgency(ctx: OrgContext): Promise<AgencyProfile> {
  requireAgency(ctx);
  return withTx(ctx, ownProfile);
}

/** Saves the page; publishing it throws agency.incomplete with the first missing part as the field. */
export async function saveAgency(ctx: OrgContext, input: AgencyInput): Promise<AgencyProfile> {
  requireAgency(ctx);
  requireRight(ctx, 'profile.edit');
  if (input.published) requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const before = await agencyOf(tx.db, tx.actor.orgId);
    const publishedAt = input.published ? (before?.published_at ?? at) : null;
    await saveProfile(tx.db, { orgId: tx.actor.orgId, input, publishedAt, at });
    const saved = await ownProfile(tx);
    const [missing] = saved.missing;
    if (input.published && missing) throw new AppError('agency.incomplete', { field: missing });
    await audit(tx, 'agency.saved', `org:${tx.actor.orgId}`, { published: input.published });
    return saved;
  });
}

/** The page of an agency as brands and creators see it. Throws not_found for one that is not published. */
export const agencyPage = (ctx: OrgContext, { slug }: z.output<typeof agencySlugInput>): Promise<PublicAgency> =>
  withTx(ctx, async (tx) => {
    const row = await agencyBySlug(tx.db, slug.toLowerCase());
    if (!row) throw new AppError('not_found');
    return {
      party: partyIn(await partiesOf(tx, [row.id]), row.id),
      verified: await isVerifiedAgency(tx.db, row.id),
      city: row.city,
      country: row.country,
      about: row.about ?? '',
      website: row.website,
      contactEmail: row.contact_email,
      licence: row.licence ?? '',
      niches: (row.niches ?? []) as NicheKey[],
      commissionMinBps: row.commission_min_bps ?? 0,
      commissionMaxBps: row.commission_max_bps ?? 0,
      roster: await rosterOf(tx, row.id),
    };
  });
