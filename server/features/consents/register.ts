import type { Registration } from '../../registration.ts';
import { consentsToExport } from './queries.ts';

export const register: Registration = {
  exportParts: [{ name: 'consents', rows: consentsToExport }],
};
