import type { Registration } from '../../registration.ts';
import { acceptancesToExport } from './queries.ts';

export const register: Registration = {
  exportParts: [{ name: 'accepted_terms', rows: acceptancesToExport }],
};
