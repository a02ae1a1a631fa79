import type { Registration } from '../../registration.ts';
import { entriesToExport } from './queries.ts';

export const register: Registration = {
  exportParts: [{ name: 'ledger', rows: entriesToExport }],
};
