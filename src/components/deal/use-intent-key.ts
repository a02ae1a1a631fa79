import { useMemo } from 'react';
import { randomId } from '@/lib/random-id.ts';

/** One request key per opening of a dialog: a double click or a retry has one effect, a new opening is a new intent. */
export function useIntentKey(opening: unknown): string {
  // oxlint-disable-next-line exhaustive-deps -- a new opening needs a new key
  return useMemo(() => randomId(), [opening]);
}
