import { pastDays, rowsOfPerson, type Registration } from '../../registration.ts';
import { accountToExport } from './queries/accounts.ts';
import { deleteCodes, isUsableCode, usableCodes } from './queries/codes.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  openRows: { verificationCodeExpiry: { open: usableCodes, mayResume: isUsableCode } },
  deletePast: pastDays(RETENTION.codeDays, deleteCodes),
  exportParts: [{ name: 'account', rows: accountToExport }, rowsOfPerson('profile', 'profiles', { column: 'id' })],
};
