import { pastDays, type Registration } from '../../registration.ts';
import { deleteCommands } from './queries.ts';

export const register: Registration = {
  // Longer than the analysis of a recent fault takes. Starts of rows that last stay: they prove that a row has its workflow.
  deletePast: pastDays(14, deleteCommands),
};
