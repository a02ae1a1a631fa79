import { rowsOfPerson, type Registration } from '../../registration.ts';
import { deleteAuditLines } from './queries.ts';
import { AUDIT_OF_ACCOUNTS, AUDIT_YEARS, yearsBefore } from './rules.ts';

export const register: Registration = {
  deletePast: (db, { now, limit }) =>
    deleteAuditLines(db, {
      money: yearsBefore(now, AUDIT_YEARS.money),
      other: yearsBefore(now, AUDIT_YEARS.other),
      ofAccounts: AUDIT_OF_ACCOUNTS,
      limit,
    }),
  exportParts: [rowsOfPerson('activity', 'audit_log', { column: 'actor_user' })],
};
