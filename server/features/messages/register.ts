import { rowsOfPerson, type Registration } from '../../registration.ts';
import { eraseFromThreads } from './service.ts';

export const register: Registration = {
  exportParts: [rowsOfPerson('read-threads', 'thread_reads')],
  erase: (tx, { userId }) => eraseFromThreads(tx, userId),
};
