import { pastDays, type Registration } from '../../registration.ts';
import { deleteCommands } from './queries.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  // Starts of rows that last stay: they prove that a row has its workflow.
  deletePast: pastDays(RETENTION.commandDays, deleteCommands),
};
