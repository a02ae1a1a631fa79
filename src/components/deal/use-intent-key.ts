import { useMemo } from 'react';
import { randomId } from '@/lib/random-id.ts';

/** One request key per opening of a dialog: a double click or a second try has one effect, a new opening is a new intent. */
export function useIntentKey(opening: unknown): string {
  // oxlint-disable-next-line exhaustive-deps -- the opening is what makes it new
  return useMemo(() => randomId(), [opening]);
}
