import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteBlocksOfPerson } from './queries/creators.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('blocked-orgs', 'org_blocks', ['org_id'])],
  erase: (tx, { userId }) => deleteBlocksOfPerson(tx.db, userId),
};
