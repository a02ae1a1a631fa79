import type { Registration } from '../../registration.ts';
import { deleteWorksOfPerson, worksToExport } from './queries.ts';

export const register: Registration = {
  exportParts: [{ name: 'portfolio', rows: worksToExport }],
  erase: (tx, { userId }) => deleteWorksOfPerson(tx.db, userId),
};
