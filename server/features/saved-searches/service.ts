import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, type pageInput, placeCursor, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import type { Filters } from '../discovery/filters/schema.ts';
import { creatorCards, matchingCreators } from '../discovery/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import {
  countSearches,
  deleteSearchRow,
  insertResults,
  insertSearch,
  lockSearches,
  newResults,
  searchById,
  searchByName,
  searchesOf,
  updateSearch,
  zoneOf,
  type SearchRow,
} from './queries.ts';
import { MAX_ALERTS, MAX_SAVED_SEARCHES, MAX_WATCHED_RESULTS, nextDigestAt } from './rules.ts';
import type {
  alertInput,
  NewResult,
  newResultsInput,
  renameSearchInput,
  SavedSearch,
  saveSearchInput,
  searchIdInput,
} from './schema.ts';

const toSearch = (row: SearchRow): SavedSearch => ({
  id: row.id,
  name: row.name,
  filters: row.filters as Filters,
  alert: row.alert,
  found: row.found,
  createdAt: row.created_at,
  nextDigestAt: row.next_digest_at,
  lastDigestAt: row.last_digest_at,
});

async function ownSearch(tx: OrgContext, id: string): Promise<SavedSearch> {
  const row = await searchById(tx.db, { orgId: tx.actor.orgId, id });
  if (!row) throw new AppError('not_found');
  return toSearch(row);
}

/** The org's saved searches, the newest first. */
export const listSearches = (
  ctx: OrgContext,
  { after, limit }: z.output<typeof pageInput>,
): Promise<Page<SavedSearch>> =>
  withTx(ctx, async (tx) =>
    toPage(
      await searchesOf(tx.db, tx.actor.orgId, { after: readPlace(after), limit: limit + 1 }),
      limit,
      rowCursor,
      toSearch,
    ),
  );

export const getSearch = (ctx: OrgContext, { searchId }: z.output<typeof searchIdInput>): Promise<SavedSearch> =>
  withTx(ctx, (tx) => ownSearch(tx, searchId));

/**
 * Switches the digest of a search on: its results of now are known, later ones are new. Throws search.alert_limit,
 * search.too_wide. The caller holds the lock of the org's searches.
 */
async function switchOn(tx: OrgContext, search: SavedSearch): Promise<void> {
  const { orgId } = tx.actor;
  if ((await countSearches(tx.db, orgId)).alerts >= MAX_ALERTS)
    throw new AppError('search.alert_limit', { max: MAX_ALERTS });
  const creators = await matchingCreators(tx, search.filters, MAX_WATCHED_RESULTS + 1);
  if (creators.length > MAX_WATCHED_RESULTS) throw new AppError('search.too_wide', { max: MAX_WATCHED_RESULTS });
  await insertResults(tx.db, { searchId: search.id, orgId, creators, digestAt: null });
  const at = tx.clock.now();
  const next = nextDigestAt(at, await zoneOf(tx.db, orgId));
  await updateSearch(tx.db, { orgId, id: search.id, at }, { alert: true, next_digest_at: next });
  await startWorkflow(tx, 'savedSearchDigest', search.id, {
    attributes: { SponsioState: 'watching', BrandOrg: orgId, SponsioDeadline: next.toISOString() },
  });
  // One that has ended when the digest was switched off starts again.
  await signalWorkflow(tx, 'savedSearchDigest', search.id, 'alert_on', `${search.id}:${at.toISOString()}`);
}

/** Throws search.name_taken, search.limit, search.alert_limit, search.too_wide and what refuses the filters. */
export async function saveSearch(ctx: OrgContext, input: z.output<typeof saveSearchInput>): Promise<SavedSearch> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const repeated = (await bindRequestKey(tx, 'savedSearches.save', input)) === 'repeated';
    await lockSearches(tx.db, orgId);
    const same = await searchByName(tx.db, { orgId, name: input.name });
    if (same && repeated) return toSearch(same);
    if (same) throw new AppError('search.name_taken', { field: 'name' });
    if ((await countSearches(tx.db, orgId)).all >= MAX_SAVED_SEARCHES)
      throw new AppError('search.limit', { max: MAX_SAVED_SEARCHES });
    // Filters that a search would refuse are refused here.
    await matchingCreators(tx, input.filters, 1);
    const at = tx.clock.now();
    const id = newId(at.getTime());
    await insertSearch(tx.db, { id, orgId, name: input.name, filters: input.filters, by: userId, at });
    if (input.alert) await switchOn(tx, await ownSearch(tx, id));
    return ownSearch(tx, id);
  });
}

/** Throws not_found, search.name_taken. */
export async function renameSearch(ctx: OrgContext, input: z.output<typeof renameSearchInput>): Promise<SavedSearch> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockSearches(tx.db, orgId);
    await ownSearch(tx, input.searchId);
    const same = await searchByName(tx.db, { orgId, name: input.name });
    if (same && same.id !== input.searchId) throw new AppError('search.name_taken', { field: 'name' });
    await updateSearch(tx.db, { orgId, id: input.searchId, at: tx.clock.now() }, { name: input.name });
    return ownSearch(tx, input.searchId);
  });
}

/** Throws not_found, search.alert_limit, search.too_wide. */
export async function setAlert(
  ctx: OrgContext,
  { searchId, alert }: z.output<typeof alertInput>,
): Promise<SavedSearch> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockSearches(tx.db, orgId);
    const search = await ownSearch(tx, searchId);
    if (search.alert === alert) return search;
    if (alert) await switchOn(tx, search);
    else {
      const at = tx.clock.now();
      await updateSearch(tx.db, { orgId, id: searchId, at }, { alert: false, next_digest_at: null });
      await signalWorkflow(tx, 'savedSearchDigest', searchId, 'alert_off', `${searchId}:${at.toISOString()}`);
    }
    return ownSearch(tx, searchId);
  });
}

export async function deleteSearch(
  ctx: OrgContext,
  { searchId }: z.output<typeof searchIdInput>,
): Promise<{ deleted: true }> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { alert } = await ownSearch(tx, searchId);
    await deleteSearchRow(tx.db, { orgId: tx.actor.orgId, id: searchId });
    if (alert) await signalWorkflow(tx, 'savedSearchDigest', searchId, 'deleted', searchId);
    await audit(tx, 'search.deleted', `search:${searchId}`);
    return { deleted: true };
  });
}

/** Creators whom the digests of a search named, the last first; who is hidden, blocked or gone is left out. */
export const listNewResults = (ctx: OrgContext, input: z.output<typeof newResultsInput>): Promise<Page<NewResult>> =>
  withTx(ctx, async (tx) => {
    await ownSearch(tx, input.searchId);
    const rows = await newResults(tx.db, {
      searchId: input.searchId,
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const page = toPage(
      rows,
      input.limit,
      (row) => placeCursor({ at: row.place, id: row.creator_org }),
      (row) => row,
    );
    const creators = page.items.map((row) => row.creator_org);
    const cards = new Map((await creatorCards(tx, creators)).map((card) => [card.orgId, card]));
    return {
      next: page.next,
      items: page.items.flatMap(({ creator_org, digest_at }) => {
        const creator = cards.get(creator_org);
        return creator ? [{ creator, at: digest_at }] : [];
      }),
    };
  });
