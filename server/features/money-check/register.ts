import type { Registration } from '../../registration.ts';
import { isUnderWay, openChecks } from './queries/runs.ts';

export const register: Registration = {
  openRows: { moneyCheck: { open: openChecks, mayResume: isUnderWay } },
};
