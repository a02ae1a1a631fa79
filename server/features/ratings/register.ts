import type { Registration } from '../../registration.ts';
import { ratingsToExport } from './queries.ts';
import { eraseFromRatings } from './service.ts';

export const register: Registration = {
  exportParts: [{ name: 'ratings', rows: ratingsToExport }],
  erase: eraseFromRatings,
};
