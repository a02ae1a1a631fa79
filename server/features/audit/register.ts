import { rowsOfPerson, type Registration } from '../../registration.ts';

export const register: Registration = {
  exportParts: [rowsOfPerson('activity', 'audit_log', { column: 'actor_user' })],
};
