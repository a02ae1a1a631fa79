import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type StaffContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { requireAge, requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import type { NicheKey } from '../niches/rules.ts';
import { publicText, textOnHold } from '../moderation/service.ts';
import { changeOrg, lockNames } from '../orgs/changes.ts';
import { priceProblems } from '../terms/rules.ts';
import type { Format } from '../terms/schema.ts';
import { newId } from '../../core/ids.ts';
import {
  accountsOf,
  creatorOfOrg,
  handleTaken,
  insertCreatorProfile,
  lockRates,
  ratesOf,
  saveManualAccounts,
  saveRates,
  updateCreatorProfile,
  type AccountRow,
  type CreatorRow,
} from './queries.ts';
import { isCategory } from './categories/rules.ts';
import { draftOf, storeDraft } from './queries/drafts.ts';
import { accountPictureUrl, handleOf, MIN_COMMENTS, type Service } from './rules.ts';
import type {
  AccountFigures,
  CreatorDetails,
  CreatorInput,
  CreatorProfile,
  Figure,
  ProfileDraft,
  saveDraftInput,
  saveInput,
  versionInput,
} from './schema.ts';

export interface Creator {
  row: CreatorRow;
  accounts: AccountRow[];
  rates: CreatorInput['rates'];
}

/** The rest of a creator that is read by its profile. */
export const complete = async (tx: ServiceContext, row: CreatorRow): Promise<Creator> => ({
  row,
  accounts: await accountsOf(tx.db, [row.org_id]),
  rates: await ratesOf(tx.db, row.org_id),
});

/** What was counted in a sample that is large enough. */
function commentsOf(row: AccountRow): AccountFigures['comments'] {
  const { comments_counted: n, comment_questions_bps: questions, comment_repeats_bps: repeats } = row;
  if (n === null || n < MIN_COMMENTS || questions === null || repeats === null) return null;
  const figure = (value: number): Figure => ({
    value,
    source: row.source,
    asOf: row.comments_as_of ?? row.as_of,
    n,
    formula: null,
  });
  return { questions: figure(questions), repeats: figure(repeats) };
}

/** The account's figures, each with where it is from. */
export function figuresOf(row: AccountRow): AccountFigures {
  const figure = (value: number | null, more: Pick<Figure, 'n'> & Partial<Figure>): Figure | null =>
    value === null ? null : { value, source: row.source, asOf: row.as_of, formula: null, ...more };
  // Read with the posts, which an owner may stop sharing.
  const ofPosts = row.posts_as_of ? { asOf: row.posts_as_of } : {};
  return {
    id: row.id,
    platform: row.platform,
    handle: row.handle,
    url: row.url,
    state: row.state,
    followers: { value: row.followers, source: row.source, asOf: row.as_of, n: null, formula: null },
    engagement: figure(row.engagement_bps, { n: row.posts_counted, formula: row.engagement_formula, ...ofPosts }),
    growth: figure(row.growth_bps, { n: null }),
    views: figure(row.views, {
      n: row.views_counted,
      ...ofPosts,
      ...(row.views_as_of ? { asOf: row.views_as_of } : {}),
    }),
    comments: commentsOf(row),
    provenAt: row.state === 'manual' ? row.proven_at : null,
    pictureUrl: row.picture_at ? accountPictureUrl(row.id, row.picture_at) : null,
  };
}

/** Accounts of these creators with their figures, by org. In the caller's transaction. */
export async function accountsOfCreators(
  tx: ServiceContext,
  orgIds: readonly string[],
): Promise<Map<string, AccountFigures[]>> {
  const found = new Map<string, AccountFigures[]>();
  for (const row of await accountsOf(tx.db, orgIds))
    found.set(row.org_id, [...(found.get(row.org_id) ?? []), figuresOf(row)]);
  return found;
}

export function toInput({ row, accounts, rates }: Creator): CreatorInput & { details: CreatorDetails } {
  return {
    handle: row.handle,
    headline: row.headline,
    bio: row.bio,
    city: row.city,
    country: row.country,
    niches: row.niches as NicheKey[],
    languages: row.languages,
    platforms: accounts.map(({ platform, url, followers, engagement_bps }) => ({
      platform,
      url,
      followers,
      engagementBps: engagement_bps ?? 0,
    })),
    rates,
    details: {
      available: row.available,
      freeFrom: row.free_from,
      service: row.service as Service | null,
      serviceKm: row.service_km,
      formats: row.formats as Format[],
      refused: row.refused.filter(isCategory),
      hidesRates: row.hides_rates,
    },
  };
}

/** The profile as its owner edits it: with the texts that wait for staff in place of those that others read. */
async function toProfile(tx: OrgContext, creator: Creator): Promise<CreatorProfile> {
  const { org_id: orgId, name, published_at: publishedAt } = creator.row;
  const headline = await textOnHold(tx, { kind: 'headline', subjectId: orgId });
  const bio = await textOnHold(tx, { kind: 'bio', subjectId: orgId });
  const input = toInput(creator);
  const draft = await draftOf(tx.db, orgId);
  return {
    ...input,
    headline: headline ?? input.headline,
    bio: bio ?? input.bio,
    held: [
      ...(headline === undefined ? [] : (['headline'] as const)),
      ...(bio === undefined ? [] : (['bio'] as const)),
    ],
    orgId,
    name,
    publishedAt,
    version: draft?.version ?? 0,
    draft: draft?.content ? { content: draft.content, savedAt: draft.saved_at } : null,
  };
}

/** Makes the empty profile of a new creator. In the caller's transaction. */
export const openCreatorProfile = (tx: ServiceContext, input: { orgId: string; handle: string }): Promise<void> =>
  insertCreatorProfile(tx.db, { ...input, at: tx.clock.now() });

/** Keeps the year of birth of a creator of age. In the caller's transaction. */
export const keepAge = (tx: ServiceContext, input: { orgId: string; birthYear: number }): Promise<void> =>
  updateCreatorProfile(tx.db, input.orgId, { birth_year: input.birthYear, adult_confirmed_at: tx.clock.now() });

/** Hides the profile from search, or shows it again. In the caller's transaction. */
export const hideCreator = (tx: ServiceContext, input: { orgId: string; hidden: boolean }): Promise<void> =>
  updateCreatorProfile(tx.db, input.orgId, { hidden_at: input.hidden ? tx.clock.now() : null });

export async function ownProfile(tx: OrgContext): Promise<Creator> {
  const row = await creatorOfOrg(tx.db, tx.actor.orgId);
  if (!row) throw new AppError('not_found');
  return complete(tx, row);
}

/** An account keeps its row, with all that belongs to it, as long as its address stays in the list. */
async function saveAccounts(
  tx: OrgContext,
  { row, accounts }: Creator,
  platforms: CreatorInput['platforms'],
): Promise<void> {
  const left = [...accounts];
  const entered = platforms.flatMap((account, position) => {
    const at = left.findIndex((one) => one.platform === account.platform && one.url === account.url);
    const [known] = at < 0 ? [] : left.splice(at, 1);
    // The figures of a connected account are the network's.
    if (known && known.state !== 'manual') return [];
    return [{ ...account, id: known?.id ?? newId(), handle: handleOf(account.url), position }];
  });
  await saveManualAccounts(tx.db, { orgId: row.org_id, accounts: entered, at: tx.clock.now() });
}

export async function myCreatorProfile(ctx: OrgContext): Promise<CreatorProfile> {
  return withTx(ctx, async (tx) => toProfile(tx, await ownProfile(tx)));
}

const textForOthers = (
  tx: OrgContext,
  of: { kind: 'headline' | 'bio'; text: string; shown: string },
): Promise<string> => publicText(tx, { ...of, subjectId: tx.actor.orgId, link: ADDRESSES.creatorProfile });

/** Shows a headline or self-description that was held. In the transaction of the staff member's decision. */
export const releaseProfileText =
  (kind: 'headline' | 'bio') =>
  (tx: StaffContext, of: { subjectId: string; text: string }): Promise<void> =>
    updateCreatorProfile(tx.db, of.subjectId, { [kind]: of.text, updated_at: tx.clock.now() });

/**
 * Saves the creator's own profile; its draft has nothing left then. Throws input.invalid with problem `taken` when the handle
 * is another's, money.* at the first rate that is no possible price, profile.changed when it was saved since `version`.
 */
export async function saveCreatorProfile(ctx: OrgContext, input: z.output<typeof saveInput>): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  const [wrong] = input.rates.flatMap(({ amount, currency }, i) =>
    priceProblems(`rates.${i}.amount`, amount, currency),
  );
  if (wrong) throw new AppError(wrong.code, wrong.data);
  return withTx(ctx, async (tx) => {
    await lockRates(tx.db, tx.actor.orgId);
    const creator = await ownProfile(tx);
    const { row } = creator;
    await raiseVersion(tx, { version: input.version, content: null });
    if (input.handle !== row.handle) await lockNames(tx);
    if (await handleTaken(tx.db, { handle: input.handle, orgId: row.org_id }))
      throw new AppError('input.invalid', { field: 'handle', problem: 'taken' });
    await updateCreatorProfile(tx.db, row.org_id, {
      handle: input.handle,
      headline: await textForOthers(tx, { kind: 'headline', text: input.headline, shown: row.headline }),
      bio: await textForOthers(tx, { kind: 'bio', text: input.bio, shown: row.bio }),
      niches: input.niches,
      languages: input.languages,
      updated_at: tx.clock.now(),
      ...(input.details ? { details: input.details } : {}),
    });
    await saveAccounts(tx, creator, input.platforms);
    await saveRates(tx.db, row.org_id, input.rates);
    await changeOrg(tx, row.org_id, { city: input.city, country: input.country?.toUpperCase() ?? null });
    await audit(tx, 'creator.saved', `org:${row.org_id}`);
    return toProfile(tx, await ownProfile(tx));
  });
}

/** Shows the profile to others. Throws input.invalid with the first field that is still empty. */
export async function publishCreatorProfile(ctx: OrgContext): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  requireVerifiedMailbox(ctx);
  await requireAge(ctx);
  return withTx(ctx, async (tx) => {
    const { row, accounts } = await ownProfile(tx);
    const empty = (
      [
        ['headline', row.headline],
        ['country', row.country],
        ['platforms', accounts.length],
      ] as const
    ).find(([, value]) => !value);
    if (empty) throw new AppError('input.invalid', { field: empty[0], problem: 'required' });
    if (!row.published_at) {
      await updateCreatorProfile(tx.db, row.org_id, { published_at: tx.clock.now() });
      await audit(tx, 'creator.published', `org:${row.org_id}`);
    }
    return toProfile(tx, await ownProfile(tx));
  });
}

/** Takes the profile out of what others find; offers and deals go on, the draft stays. Throws profile.changed. */
export async function unpublishCreatorProfile(
  ctx: OrgContext,
  { version }: z.output<typeof versionInput>,
): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { row } = await ownProfile(tx);
    await raiseVersion(tx, { version, content: (await draftOf(tx.db, row.org_id))?.content ?? null });
    if (row.published_at) {
      await updateCreatorProfile(tx.db, row.org_id, { published_at: null });
      await audit(tx, 'creator.unpublished', `org:${row.org_id}`);
    }
    return toProfile(tx, await ownProfile(tx));
  });
}

/** Stores the content of the draft if the version is still the same. Returns the next one; throws profile.changed. */
async function raiseVersion(
  tx: OrgContext,
  of: { version: number | undefined; content: Record<string, unknown> | null },
): Promise<number> {
  const next = await storeDraft(tx.db, { orgId: tx.actor.orgId, ...of, at: tx.clock.now() });
  if (next === null) throw new AppError('profile.changed');
  return next;
}

/** Keeps what is typed in the form, valid or not; others see none of it. Throws profile.changed. */
export async function saveProfileDraft(
  ctx: OrgContext,
  { version, content }: z.output<typeof saveDraftInput>,
): Promise<ProfileDraft> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => ({
    version: await raiseVersion(tx, { version, content }),
    savedAt: tx.clock.now(),
  }));
}

/** Drops what was typed and not saved to the profile. Throws profile.changed. */
export async function dropProfileDraft(
  ctx: OrgContext,
  { version }: z.output<typeof versionInput>,
): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    await raiseVersion(tx, { version, content: null });
    return toProfile(tx, await ownProfile(tx));
  });
}
