import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteTemplatesOfPerson } from './queries.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('deal-templates', 'deal_templates', ['org_id'])],
  erase: (tx, { userId }) => deleteTemplatesOfPerson(tx.db, userId),
};
