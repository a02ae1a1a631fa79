import { RETENTION } from '../policies/rules.ts';

/** How long a mailed code is valid. */
export const CODE_LIFE_MS = RETENTION.codeMinutes * 60_000;
