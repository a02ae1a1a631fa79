import type * as z from 'zod';
import {
  withTx,
  type OrgActor,
  type OrgContext,
  type ServiceContext,
  type StaffActor,
  type StaffContext,
} from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { requireAge, requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import type { NicheKey } from '../niches/rules.ts';
import { publicText, textOnHold } from '../moderation/service.ts';
import { changeOrg, lockNames } from '../orgs/changes.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { newId } from '../../core/ids.ts';
import {
  accountsOf,
  completedDealsOf,
  creatorByHandle,
  creatorOfOrg,
  daysOf,
  handleTaken,
  insertCreatorProfile,
  ratesOf,
  saveManualAccounts,
  saveRates,
  updateCreatorProfile,
  type AccountRow,
  type CreatorRow,
} from './queries.ts';
import { handleOf, HISTORY_DAYS } from './rules.ts';
import type {
  AccountFigures,
  AccountHistory,
  byHandleInput,
  creatorInput,
  CreatorInput,
  CreatorProfile,
  Figure,
  PublicCreator,
} from './schema.ts';

interface Creator {
  row: CreatorRow;
  accounts: AccountRow[];
  rates: CreatorInput['rates'];
}

/** The rest of a creator that is read by its profile. */
const complete = async (tx: ServiceContext, row: CreatorRow): Promise<Creator> => ({
  row,
  accounts: await accountsOf(tx.db, [row.org_id]),
  rates: await ratesOf(tx.db, row.org_id),
});

/** The account's figures, each with where it is from. */
function figuresOf(row: AccountRow): AccountFigures {
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
    views: figure(row.views, { n: row.posts_counted, ...ofPosts }),
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

function toInput({ row, accounts, rates }: Creator): CreatorInput {
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
  };
}

/** The profile as its owner edits it: with the texts that wait for staff in place of those that others read. */
async function toProfile(tx: OrgContext, creator: Creator): Promise<CreatorProfile> {
  const { org_id: orgId, name, published_at: publishedAt } = creator.row;
  const headline = await textOnHold(tx, { kind: 'headline', subjectId: orgId });
  const bio = await textOnHold(tx, { kind: 'bio', subjectId: orgId });
  const input = toInput(creator);
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

async function ownProfile(tx: OrgContext): Promise<Creator> {
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

/** Saves the creator's own profile. Throws input.invalid with problem `taken` when the handle is another's. */
export async function saveCreatorProfile(
  ctx: OrgContext,
  input: z.output<typeof creatorInput>,
): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const creator = await ownProfile(tx);
    const { row } = creator;
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
      // Who is shown to brands takes work until they say otherwise.
      await updateCreatorProfile(tx.db, row.org_id, { published_at: tx.clock.now(), available: true });
      await audit(tx, 'creator.published', `org:${row.org_id}`);
    }
    return toProfile(tx, await ownProfile(tx));
  });
}

function inviteRefusal(actor: OrgActor | StaffActor): true | string {
  if (actor.kind !== 'org' || actor.orgKind !== 'brand') return 'auth.wrong_account_type';
  if (!roleMay(actor.role, 'offer.negotiate')) return 'auth.not_allowed';
  return actor.emailVerified ? true : 'auth.mailbox_unverified';
}

/** The profile of this handle as the reader may see it. Throws not_found for one that the reader may not. */
async function visibleCreator(
  tx: ServiceContext<OrgActor | StaffActor>,
  input: z.output<typeof byHandleInput>,
): Promise<CreatorRow> {
  const row = await creatorByHandle(tx.db, {
    handle: input.handle.toLowerCase().replace(/^@/, ''),
    orgId: tx.actor.kind === 'org' ? tx.actor.orgId : null,
  });
  if (!row) throw new AppError('not_found');
  return row;
}

const DAY_MS = 24 * 3_600_000;

/** The daily figures of the creator's accounts, for those who may open the creator's page. */
export async function creatorHistory(
  ctx: ServiceContext<OrgActor | StaffActor>,
  input: z.output<typeof byHandleInput>,
): Promise<AccountHistory[]> {
  return withTx(ctx, async (tx) => {
    const { org_id: orgId } = await visibleCreator(tx, input);
    const since = new Date(tx.clock.now().getTime() - HISTORY_DAYS * DAY_MS);
    const histories = new Map<string, AccountHistory>();
    for (const row of await daysOf(tx.db, { orgId, since })) {
      const history = histories.get(row.account_id) ?? { accountId: row.account_id, days: [] };
      histories.set(row.account_id, history);
      history.days.push({
        day: row.day,
        followers: row.followers,
        views: row.views,
        reach: row.reach,
        reactions: row.likes === null && row.comments === null ? null : (row.likes ?? 0) + (row.comments ?? 0),
      });
    }
    return [...histories.values()];
  });
}

/** The creator's page; an unpublished profile is answered as one that does not exist. */
export async function creatorPage(
  ctx: ServiceContext<OrgActor | StaffActor>,
  input: z.output<typeof byHandleInput>,
): Promise<PublicCreator> {
  return withTx(ctx, async (tx) => {
    const row = await visibleCreator(tx, input);
    const creator = await complete(tx, row);
    return {
      party: partyIn(await partiesOf(tx, [row.org_id]), row.org_id),
      profile: toInput(creator),
      accounts: creator.accounts.map(figuresOf),
      completedDeals: await completedDealsOf(tx.db, row.org_id),
      inviteable: inviteRefusal(tx.actor),
    };
  });
}
