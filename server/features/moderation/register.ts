import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { eraseFromHeldTexts } from './service.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('held-texts', 'held_texts', ['org_id'])],
  erase: (tx, { userId }) => eraseFromHeldTexts(tx, userId),
};
