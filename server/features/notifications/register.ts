import { rowsOfPerson, type Registration } from '../../registration.ts';
import { mailsToExport } from './queries/mails.ts';

export const register: Registration = {
  exportParts: [rowsOfPerson('notifications', 'notifications'), { name: 'mails', rows: mailsToExport }],
};
