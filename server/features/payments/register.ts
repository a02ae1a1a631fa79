import { rowsOfOrgs, type Registration } from '../../registration.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('payments', 'payments', ['brand_org'])],
};
