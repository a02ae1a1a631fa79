/* What the forms of this folder let through; loaded with a form's first check. */

import { saveSearchInput } from '../../../server/features/saved-searches/schema.ts';

export const savedSearch = saveSearchInput.pick({ name: true, alert: true });
export const searchName = saveSearchInput.pick({ name: true });
