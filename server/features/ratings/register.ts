import type { Registration } from '../../registration.ts';
import { ratingsToExport } from './queries.ts';
import { eraseFromRatings, releaseReply, releaseReview } from './service.ts';

export const register: Registration = {
  exportParts: [{ name: 'ratings', rows: ratingsToExport }],
  erase: eraseFromRatings,
  heldTexts: { review: { release: releaseReview }, reply: { release: releaseReply } },
};
