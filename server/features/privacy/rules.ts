/** Creators below this age can neither publish a profile nor apply. */
export const ADULT_AGE = 18;
/** Nobody was ever older; a date before that is a slip. */
export const OLDEST_AGE = 122;

/** Whole years from a day of birth (YYYY-MM-DD) to a moment, by the calendar of UTC. Born on 29 February: older from 1 March on. */
export function ageAt(birthDate: string, at: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const before = at.getUTCMonth() + 1 < month || (at.getUTCMonth() + 1 === month && at.getUTCDate() < day);
  return at.getUTCFullYear() - year - (before ? 1 : 0);
}
