import type { Registration } from '../../registration.ts';
import { entriesToExport } from './queries.ts';
import { currencyBooks } from './service.ts';

export const register: Registration = {
  books: currencyBooks,
  exportParts: [{ name: 'ledger', rows: entriesToExport }],
};
