import { rowsOfParties, type Registration } from '../../registration.ts';
import { openAddenda, signaturesToExport } from './queries/upkeep.ts';

export const register: Registration = {
  openRows: { addendumSigning: openAddenda },
  exportParts: [rowsOfParties('addenda', 'addenda'), { name: 'addendum-signatures', rows: signaturesToExport }],
};
