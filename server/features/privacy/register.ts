import type { Registration } from '../../registration.ts';
import { ownObjects } from './queries/accounts.ts';
import { deletionMayResume, openDeletions, overdueDeletions } from './queries/deletions.ts';
import { exportMayResume, openExports } from './queries/exports.ts';

export const register: Registration = {
  openRows: {
    dataExport: { open: openExports, mayResume: exportMayResume },
    accountDeletion: { open: openDeletions, overdue: overdueDeletions, mayResume: deletionMayResume },
  },
  storedObjects: ownObjects,
};
