import { rowsOfPerson, type Registration } from '../../registration.ts';
import { accountToExport } from './queries/accounts.ts';
import { isUsableCode, usableCodes } from './queries/codes.ts';

export const register: Registration = {
  openRows: { verificationCodeExpiry: { open: usableCodes, mayResume: isUsableCode } },
  exportParts: [{ name: 'account', rows: accountToExport }, rowsOfPerson('profile', 'profiles', { column: 'id' })],
};
