import { pastDays, rowsOfPerson, type Registration } from '../../registration.ts';
import { isPlannedRemoval, overdueRemovals, plannedRemovals } from './queries/factor-removals.ts';
import { deleteEndedSessions } from './queries/session-facts.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  openRows: { factorRemoval: { open: plannedRemovals, overdue: overdueRemovals, mayResume: isPlannedRemoval } },
  deletePast: pastDays(RETENTION.endedSessionDays, deleteEndedSessions),
  exportParts: [rowsOfPerson('sign-ins', 'sign_ins', { without: ['device', 'session_id'] })],
};
