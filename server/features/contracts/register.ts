import { rowsOfParties, type Registration } from '../../registration.ts';
import { isUnsigned, overdueContracts, signaturesToExport, unsignedContracts } from './queries.ts';

export const register: Registration = {
  openRows: { contractSigning: { open: unsignedContracts, overdue: overdueContracts, mayResume: isUnsigned } },
  exportParts: [
    rowsOfParties('contracts', 'contracts'),
    rowsOfParties('contract-wordings', 'contract_wordings'),
    { name: 'signatures', rows: signaturesToExport },
  ],
};
