import { pastDays, rowsOfPerson, type Registration } from '../../registration.ts';
import { deleteMails, mailsToExport } from './queries/mails.ts';
import { deleteNotices, deleteNotifications } from './queries/notifications.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  // Longer than any deal that a mail or a notice could be about or be repeated for. Unsent rows stay.
  deletePast: pastDays(RETENTION.mailDays, deleteMails, deleteNotices, deleteNotifications),
  exportParts: [rowsOfPerson('notifications', 'notifications'), { name: 'mails', rows: mailsToExport }],
};
