import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteListsOfPerson } from './queries.ts';

export const register: Registration = {
  exportParts: [
    rowsOfOrgs('creator-lists', 'creator_lists', ['org_id']),
    rowsOfOrgs('creator-list-items', 'creator_list_items', ['org_id']),
    rowsOfOrgs('creator-tags', 'creator_tags', ['org_id']),
  ],
  erase: (tx, { userId }) => deleteListsOfPerson(tx.db, userId),
};
