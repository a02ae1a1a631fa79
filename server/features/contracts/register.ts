import { rowsOfParties, type Registration } from '../../registration.ts';
import { isUnsigned, neglectedContracts, signaturesToExport, unsignedContracts } from './queries.ts';

export const register: Registration = {
  openRows: { contractSigning: { open: unsignedContracts, neglected: neglectedContracts, mayResume: isUnsigned } },
  exportParts: [rowsOfParties('contracts', 'contracts'), { name: 'signatures', rows: signaturesToExport }],
};
