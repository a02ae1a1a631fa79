import { rowsOfPerson, type Registration } from '../../registration.ts';
import { isPlannedRemoval, overdueRemovals, plannedRemovals } from './queries/factor-removals.ts';

export const register: Registration = {
  openRows: { factorRemoval: { open: plannedRemovals, neglected: overdueRemovals, mayResume: isPlannedRemoval } },
  exportParts: [rowsOfPerson('sign-ins', 'sign_ins', { without: ['device', 'session_id'] })],
};
