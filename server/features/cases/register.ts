import { rowsOfPerson, type Registration } from '../../registration.ts';
import { eraseFromCases } from './service.ts';

export const register: Registration = {
  exportParts: [rowsOfPerson('cases', 'cases', { column: 'opened_by', without: ['details', 'closed_by', 'note'] })],
  erase: (tx, { userId }) => eraseFromCases(tx, userId),
};
