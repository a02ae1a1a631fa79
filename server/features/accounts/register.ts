import { pastDays, rowsOfPerson, type Registration } from '../../registration.ts';
import { accountToExport } from './queries/accounts.ts';
import { deleteCodes, isUsableCode, usableCodes } from './queries/codes.ts';

export const register: Registration = {
  openRows: { verificationCodeExpiry: { open: usableCodes, mayResume: isUsableCode } },
  // Longer than the period of any limit on codes.
  deletePast: pastDays(3, deleteCodes),
  exportParts: [{ name: 'account', rows: accountToExport }, rowsOfPerson('profile', 'profiles', { column: 'id' })],
};
