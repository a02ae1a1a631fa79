import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type StaffActor, type OrgActor } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireAge, requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { changeOrg, lockNames } from '../orgs/changes.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import {
  completedDealsOf,
  creatorByHandle,
  creatorOfOrg,
  handleTaken,
  insertCreatorProfile,
  updateCreatorProfile,
  type CreatorRow,
} from './queries.ts';
import type { byHandleInput, creatorInput, CreatorInput, CreatorProfile, PublicCreator } from './schema.ts';

function toInput(row: CreatorRow): CreatorInput {
  return {
    handle: row.handle,
    headline: row.headline,
    bio: row.bio,
    city: row.city,
    country: row.country,
    niches: row.niches,
    languages: row.languages,
    platforms: row.platforms as unknown as CreatorInput['platforms'],
    rates: row.rates as unknown as CreatorInput['rates'],
  };
}

const toProfile = (row: CreatorRow): CreatorProfile => ({
  ...toInput(row),
  orgId: row.org_id,
  name: row.name,
  publishedAt: row.published_at,
});

/** Makes the empty profile of a new creator. In the caller's transaction. */
export const openCreatorProfile = (tx: ServiceContext, input: { orgId: string; handle: string }): Promise<void> =>
  insertCreatorProfile(tx.db, { ...input, at: tx.clock.now() });

/** Keeps the year of birth of a creator of age. In the caller's transaction. */
export const keepAge = (tx: ServiceContext, input: { orgId: string; birthYear: number }): Promise<void> =>
  updateCreatorProfile(tx.db, input.orgId, { birth_year: input.birthYear, adult_confirmed_at: tx.clock.now() });

/** Hides the profile from search, or shows it again. In the caller's transaction. */
export const hideCreator = (tx: ServiceContext, input: { orgId: string; hidden: boolean }): Promise<void> =>
  updateCreatorProfile(tx.db, input.orgId, { hidden_at: input.hidden ? tx.clock.now() : null });

async function ownProfile(tx: OrgContext): Promise<CreatorRow> {
  const row = await creatorOfOrg(tx.db, tx.actor.orgId);
  if (!row) throw new AppError('not_found');
  return row;
}

export async function myCreatorProfile(ctx: OrgContext): Promise<CreatorProfile> {
  return withTx(ctx, async (tx) => toProfile(await ownProfile(tx)));
}

/** Saves the creator's own profile. Throws input.invalid with problem `taken` when the handle is another's. */
export async function saveCreatorProfile(
  ctx: OrgContext,
  input: z.output<typeof creatorInput>,
): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownProfile(tx);
    if (input.handle !== row.handle) await lockNames(tx);
    if (await handleTaken(tx.db, { handle: input.handle, orgId: row.org_id }))
      throw new AppError('input.invalid', { field: 'handle', problem: 'taken' });
    await updateCreatorProfile(tx.db, row.org_id, {
      handle: input.handle,
      headline: input.headline,
      bio: input.bio,
      niches: input.niches,
      languages: input.languages,
      platforms: JSON.stringify(input.platforms),
      rates: JSON.stringify(input.rates),
      updated_at: tx.clock.now(),
    });
    await changeOrg(tx, row.org_id, { city: input.city, country: input.country?.toUpperCase() ?? null });
    await audit(tx, 'creator.saved', `org:${row.org_id}`);
    return toProfile(await ownProfile(tx));
  });
}

/** Shows the profile to others. Throws input.invalid with the first field that is still empty. */
export async function publishCreatorProfile(ctx: OrgContext): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  requireVerifiedMailbox(ctx);
  await requireAge(ctx);
  return withTx(ctx, async (tx) => {
    const row = await ownProfile(tx);
    const empty = (
      [
        ['headline', row.headline],
        ['country', row.country],
        ['platforms', (row.platforms as unknown[]).length],
      ] as const
    ).find(([, value]) => !value);
    if (empty) throw new AppError('input.invalid', { field: empty[0], problem: 'required' });
    if (!row.published_at) {
      await updateCreatorProfile(tx.db, row.org_id, { published_at: tx.clock.now() });
      await audit(tx, 'creator.published', `org:${row.org_id}`);
    }
    return toProfile(await ownProfile(tx));
  });
}

function inviteRefusal(actor: OrgActor | StaffActor): true | string {
  if (actor.kind !== 'org' || actor.orgKind !== 'brand') return 'auth.wrong_account_type';
  if (!roleMay(actor.role, 'offer.negotiate')) return 'auth.not_allowed';
  return actor.emailVerified ? true : 'auth.mailbox_unverified';
}

/** The creator's page; an unpublished profile is answered as one that does not exist. */
export async function creatorPage(
  ctx: ServiceContext<OrgActor | StaffActor>,
  input: z.output<typeof byHandleInput>,
): Promise<PublicCreator> {
  return withTx(ctx, async (tx) => {
    const row = await creatorByHandle(tx.db, {
      handle: input.handle.toLowerCase().replace(/^@/, ''),
      orgId: tx.actor.kind === 'org' ? tx.actor.orgId : null,
    });
    if (!row) throw new AppError('not_found');
    return {
      party: partyIn(await partiesOf(tx, [row.org_id]), row.org_id),
      profile: toInput(row),
      completedDeals: await completedDealsOf(tx.db, row.org_id),
      inviteable: inviteRefusal(tx.actor),
    };
  });
}
