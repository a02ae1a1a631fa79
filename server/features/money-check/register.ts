import type { Registration } from '../../registration.ts';
import { isUnderWay, openChecks } from './queries/runs.ts';
import { isRunUnderWay, openRuns } from './queries/reconciliations.ts';

export const register: Registration = {
  openRows: {
    moneyCheck: { open: openChecks, mayResume: isUnderWay },
    reconciliation: { open: openRuns, mayResume: isRunUnderWay },
  },
};
