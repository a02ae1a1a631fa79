import { ADDRESSES } from '../../core/addresses.ts';
import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteBlocksOfPerson } from './queries/creators.ts';
import { findCreators } from './queries/find.ts';
import { wordsOf } from './rules.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('blocked-orgs', 'org_blocks', ['org_id'])],
  find: {
    // Brands and agencies find all creators; others only those of their own deals, who are found as people.
    creator: async (tx, { text, limit }) =>
      tx.actor.orgKind !== 'creator'
        ? (
            await findCreators(tx.db, { words: wordsOf(text), handle: text.toLowerCase().replace(/^@/u, ''), limit })
          ).map(({ org_id, name, handle }) => ({
            id: org_id,
            title: name,
            detail: `@${handle}`,
            path: ADDRESSES.creator(handle),
          }))
        : [],
  },
  erase: (tx, { userId }) => deleteBlocksOfPerson(tx.db, userId),
};
