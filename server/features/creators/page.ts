import type * as z from 'zod';
import { withTx, type OrgActor, type ServiceContext, type StaffActor } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { unpayableOf } from '../orgs/payable.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { advertisedByBrands } from './advertised.ts';
import { refusedOf } from './categories/rules.ts';
import { completedDealsOf, creatorByHandle, daysOf, type CreatorRow } from './queries.ts';
import { HISTORY_DAYS } from './rules.ts';
import { draftOf } from './queries/drafts.ts';
import { creatorInput, type AccountHistory, type byHandleInput, type pageInput, type PublicCreator } from './schema.ts';
import { complete, figuresOf, toInput } from './service.ts';

/** Why the reader cannot make the creator an offer, as a code, or true. In the caller's transaction. */
async function inviteRefusal(
  tx: ServiceContext<OrgActor | StaffActor>,
  creatorOrg: string,
): Promise<PublicCreator['inviteable']> {
  const { actor } = tx;
  if (actor.kind !== 'org' || actor.orgKind !== 'brand') return 'auth.wrong_account_type';
  if (!roleMay(actor.role, 'offer.negotiate')) return 'auth.not_allowed';
  if (!actor.emailVerified) return 'auth.mailbox_unverified';
  return (await unpayableOf(tx, [creatorOrg])).has(creatorOrg) ? 'offer.country_unpaid' : true;
}

/** The profile of this handle as the reader may see it. Throws not_found for one that the reader may not. */
export async function visibleCreator(
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

/** What the creator refuses of what the reader's brand advertises. */
async function conflictsWith(tx: ServiceContext<OrgActor | StaffActor>, refused: readonly string[]) {
  if (refused.length === 0 || tx.actor.kind !== 'org' || tx.actor.orgKind !== 'brand') return [];
  const advertised = await advertisedByBrands(tx, [tx.actor.orgId]);
  return refusedOf(refused, advertised.get(tx.actor.orgId) ?? []);
}

type PublicProfile = PublicCreator['profile'];

/** The profile with the valid fields of its draft, without hidden rates. */
async function asOthersSee(tx: ServiceContext, orgId: string, profile: PublicProfile): Promise<PublicProfile> {
  const draft = (await draftOf(tx.db, orgId))?.content ?? {};
  const typed = Object.entries(creatorInput.shape).flatMap(([name, schema]) => {
    const read = Object.hasOwn(draft, name) ? schema.safeParse(draft[name]) : null;
    return read?.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  const shown: PublicProfile = { ...profile, ...(Object.fromEntries(typed) as Partial<PublicProfile>) };
  return shown.details.hidesRates ? { ...shown, rates: [] } : shown;
}

/** The creator's page; an unpublished profile is answered as one that does not exist. */
export async function creatorPage(
  ctx: ServiceContext<OrgActor | StaffActor>,
  { handle, preview = false }: z.output<typeof pageInput>,
): Promise<PublicCreator> {
  return withTx(ctx, async (tx) => {
    const row = await visibleCreator(tx, { handle });
    const creator = await complete(tx, row);
    const profile = toInput(creator);
    const isOwn = tx.actor.kind === 'org' && tx.actor.orgId === row.org_id;
    return {
      party: partyIn(await partiesOf(tx, [row.org_id]), row.org_id),
      profile: preview && isOwn ? await asOthersSee(tx, row.org_id, profile) : profile,
      conflicts: await conflictsWith(tx, row.refused),
      accounts: creator.accounts.map(figuresOf),
      completedDeals: await completedDealsOf(tx.db, row.org_id),
      inviteable: await inviteRefusal(tx, row.org_id),
    };
  });
}
