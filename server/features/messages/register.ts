import { rowsOfParties, rowsOfPerson, type Registration } from '../../registration.ts';
import { eraseFromThreads, releaseMessage, removeMessage } from './service.ts';

export const register: Registration = {
  exportParts: [rowsOfParties('messages', 'messages'), rowsOfPerson('read-threads', 'thread_reads')],
  erase: (tx, { userId }) => eraseFromThreads(tx, userId),
  heldTexts: { message: { release: releaseMessage, remove: removeMessage } },
};
