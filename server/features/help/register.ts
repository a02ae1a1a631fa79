import type { Registration } from '../../registration.ts';
import { helpToExport } from './queries.ts';
import { eraseFromHelp } from './service.ts';

export const register: Registration = {
  exportParts: [{ name: 'help', rows: helpToExport }],
  erase: eraseFromHelp,
};
