import { ADDRESSES } from '../../core/addresses.ts';
import { pastDays, rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';
import { clearExporter, deleteOldExports } from './queries/exports.ts';
import { deleteListsOfPerson, findLists } from './queries/lists.ts';

/** A file is kept in mind so long for questions about it. */
const EXPORTS_KEPT_DAYS = 400;

export const register: Registration = {
  exportParts: [
    rowsOfOrgs('creator-lists', 'creator_lists', ['org_id']),
    rowsOfOrgs('creator-list-items', 'creator_list_items', ['org_id']),
    rowsOfOrgs('creator-tags', 'creator_tags', ['org_id']),
    rowsOfPerson('creator-exports', 'creator_exports'),
  ],
  async erase(tx, { userId }) {
    await clearExporter(tx.db, userId);
    await deleteListsOfPerson(tx.db, userId);
  },
  find: {
    list: async (tx, query) =>
      tx.actor.orgKind !== 'creator'
        ? (await findLists(tx.db, query)).map(({ id, name }) => ({
            id,
            title: name,
            detail: null,
            path: ADDRESSES.list(id),
          }))
        : [],
  },
  deletePast: pastDays(EXPORTS_KEPT_DAYS, deleteOldExports),
};
