import { rowsOfParties, type Registration } from '../../registration.ts';
import { isOpenAddendum, openAddenda, overdueAddenda, signaturesToExport } from './queries/upkeep.ts';

export const register: Registration = {
  openRows: { addendumSigning: { open: openAddenda, overdue: overdueAddenda, mayResume: isOpenAddendum } },
  exportParts: [rowsOfParties('addenda', 'addenda'), { name: 'addendum-signatures', rows: signaturesToExport }],
};
