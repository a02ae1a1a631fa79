import { z } from 'zod';

export const confirmAgeInput = z.strictObject({
  /** Day of birth, YYYY-MM-DD. Only its year is kept. */
  birthDate: z.iso.date(),
});
