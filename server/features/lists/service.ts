import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, type pageInput, placeCursor, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { creatorCards } from '../discovery/service.ts';
import {
  countItems,
  countLists,
  deleteItems,
  deleteListRow,
  heldOf,
  insertItems,
  insertList,
  itemsOf,
  listById,
  listByName,
  listsHolding,
  listsOf,
  lockLists,
  renameListRow,
  replaceTags,
  setNote,
  tagCounts,
  tagsOf,
  visibleCreators,
} from './queries/lists.ts';
import { cleanTags, MAX_LIST_ITEMS, MAX_LISTS } from './rules.ts';
import type {
  Added,
  createListInput,
  CreatorList,
  Holding,
  holdingInput,
  listCreatorsInput,
  listIdInput,
  ListItem,
  listItemsInput,
  noteInput,
  OrgTags,
  renameListInput,
  tagInput,
} from './schema.ts';

type ListRow = NonNullable<Awaited<ReturnType<typeof listById>>>;
const toList = ({ id, name, count, createdAt }: ListRow): CreatorList => ({ id, name, count, createdAt });

/** A list of the actor's org. Throws not_found. */
export async function ownList(tx: OrgContext, listId: string): Promise<CreatorList> {
  const row = await listById(tx.db, { orgId: tx.actor.orgId, id: listId });
  if (!row) throw new AppError('not_found');
  return toList(row);
}

/** The org's lists, the newest first. */
export const listLists = (ctx: OrgContext, { after, limit }: z.output<typeof pageInput>): Promise<Page<CreatorList>> =>
  withTx(ctx, async (tx) =>
    toPage(
      await listsOf(tx.db, tx.actor.orgId, { after: readPlace(after), limit: limit + 1 }),
      limit,
      rowCursor,
      toList,
    ),
  );

export const getList = (ctx: OrgContext, { listId }: z.output<typeof listIdInput>): Promise<CreatorList> =>
  withTx(ctx, (tx) => ownList(tx, listId));

/** Adds creators who may be shown; throws list.full. The caller holds the lock of the org's lists. */
async function addTo(tx: OrgContext, listId: string, wanted: readonly string[]): Promise<Added> {
  const creators = [...new Set(wanted)];
  const visible = await visibleCreators(tx.db, creators);
  const held = new Set(await heldOf(tx.db, listId, visible));
  const added = visible.filter((id) => !held.has(id));
  if (added.length > 0) {
    if ((await countItems(tx.db, listId)) + added.length > MAX_LIST_ITEMS)
      throw new AppError('list.full', { max: MAX_LIST_ITEMS });
    const { orgId, userId } = tx.actor;
    await insertItems(tx.db, { listId, orgId, creators: added, by: userId, at: tx.clock.now() });
  }
  return {
    list: await ownList(tx, listId),
    added: added.length,
    already: held.size,
    unavailable: creators.length - visible.length,
  };
}

/** A new list, with these creators in it. Throws list.name_taken, list.limit, list.full. */
export async function createList(ctx: OrgContext, input: z.output<typeof createListInput>): Promise<Added> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const repeated = (await bindRequestKey(tx, 'lists.create', input)) === 'repeated';
    await lockLists(tx.db, orgId);
    const same = await listByName(tx.db, { orgId, name: input.name });
    if (same) {
      if (!repeated) throw new AppError('list.name_taken', { field: 'name' });
      return addTo(tx, same.id, input.creators);
    }
    if ((await countLists(tx.db, orgId)) >= MAX_LISTS) throw new AppError('list.limit', { max: MAX_LISTS });
    const at = tx.clock.now();
    const id = newId(at.getTime());
    await insertList(tx.db, { id, orgId, name: input.name, by: userId, at });
    return addTo(tx, id, input.creators);
  });
}

/** Throws not_found, list.name_taken. */
export async function renameList(ctx: OrgContext, input: z.output<typeof renameListInput>): Promise<CreatorList> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockLists(tx.db, orgId);
    await ownList(tx, input.listId);
    const same = await listByName(tx.db, { orgId, name: input.name });
    if (same && same.id !== input.listId) throw new AppError('list.name_taken', { field: 'name' });
    await renameListRow(tx.db, { id: input.listId, orgId, name: input.name });
    return ownList(tx, input.listId);
  });
}

export async function deleteList(
  ctx: OrgContext,
  { listId }: z.output<typeof listIdInput>,
): Promise<{ deleted: true }> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await ownList(tx, listId);
    await deleteListRow(tx.db, { id: listId, orgId });
    await audit(tx, 'list.deleted', `list:${listId}`);
    return { deleted: true };
  });
}

export async function addCreators(ctx: OrgContext, input: z.output<typeof listCreatorsInput>): Promise<Added> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    await lockLists(tx.db, tx.actor.orgId);
    await ownList(tx, input.listId);
    return addTo(tx, input.listId, input.creators);
  });
}

export async function removeCreators(
  ctx: OrgContext,
  input: z.output<typeof listCreatorsInput>,
): Promise<{ list: CreatorList; removed: number }> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    await ownList(tx, input.listId);
    const removed = await deleteItems(tx.db, input.listId, input.creators);
    return { list: await ownList(tx, input.listId), removed };
  });
}

/** What the org writes about a creator in a list. Throws not_found for a creator that the list does not hold. */
export async function saveNote(ctx: OrgContext, input: z.output<typeof noteInput>): Promise<{ note: string }> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    if (!(await setNote(tx.db, { orgId: tx.actor.orgId, ...input }))) throw new AppError('not_found');
    return { note: input.note };
  });
}

/** Replaces the org's tags of a creator. Throws not_found for a creator who may not be shown. */
export async function saveTags(ctx: OrgContext, input: z.output<typeof tagInput>): Promise<{ tags: string[] }> {
  requireRight(ctx, 'list.edit');
  return withTx(ctx, async (tx) => {
    if ((await visibleCreators(tx.db, [input.creatorOrg])).length === 0) throw new AppError('not_found');
    const tags = cleanTags(input.tags);
    await replaceTags(tx.db, {
      orgId: tx.actor.orgId,
      creatorOrg: input.creatorOrg,
      tags,
      at: tx.clock.now(),
    });
    return { tags };
  });
}

function grouped(rows: readonly { creator_org: string; value: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { creator_org, value } of rows) found.set(creator_org, [...(found.get(creator_org) ?? []), value]);
  return found;
}

const tagsByCreator = async (tx: OrgContext, creators: readonly string[]): Promise<Map<string, string[]>> =>
  grouped((await tagsOf(tx.db, { orgId: tx.actor.orgId, creators })).map((row) => ({ ...row, value: row.tag })));

/** Creators of a list, the last added first; who is hidden, blocked or gone is left out. Throws not_found. */
export const listItems = (ctx: OrgContext, input: z.output<typeof listItemsInput>): Promise<Page<ListItem>> =>
  withTx(ctx, async (tx) => {
    await ownList(tx, input.listId);
    const [tag = null] = cleanTags(input.tag ? [input.tag] : []);
    const rows = await itemsOf(tx.db, {
      listId: input.listId,
      tag,
      page: { after: readPlace(input.after), limit: input.limit + 1 },
    });
    const page = toPage(
      rows,
      input.limit,
      (row) => placeCursor({ at: row.place, id: row.creator_org }),
      (row) => row,
    );
    const creators = page.items.map((row) => row.creator_org);
    const cards = new Map((await creatorCards(tx, creators)).map((card) => [card.orgId, card]));
    const tags = await tagsByCreator(tx, creators);
    return {
      next: page.next,
      items: page.items.flatMap((row) => {
        const creator = cards.get(row.creator_org);
        if (!creator) return [];
        return [
          {
            creator,
            note: row.note,
            tags: tags.get(row.creator_org) ?? [],
            addedBy: row.display_name,
            addedAt: row.added_at,
          },
        ];
      }),
    };
  });

/** For each of these creators the org's lists that hold it, and its tags. */
export const holdingLists = (ctx: OrgContext, input: z.output<typeof holdingInput>): Promise<Holding[]> =>
  withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const rows = await listsHolding(tx.db, { orgId, creators: input.creators });
    const lists = grouped(rows.map((row) => ({ ...row, value: row.list_id })));
    const tags = await tagsByCreator(tx, input.creators);
    return [...new Set(input.creators)].map((creatorOrg) => ({
      creatorOrg,
      lists: lists.get(creatorOrg) ?? [],
      tags: tags.get(creatorOrg) ?? [],
    }));
  });

const TAGS_SHOWN = 100;
/** The org's tags, the most frequent first; `more`: there are others. */
export const listTags = (ctx: OrgContext): Promise<OrgTags> =>
  withTx(ctx, async (tx) => {
    const found = await tagCounts(tx.db, tx.actor.orgId, TAGS_SHOWN + 1);
    return { tags: found.slice(0, TAGS_SHOWN), more: found.length > TAGS_SHOWN };
  });
