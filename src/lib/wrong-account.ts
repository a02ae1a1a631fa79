import type { Session } from '@/lib/auth.ts';
import type { Screen } from '@/lib/screens.ts';

/**
 * The screen exists, for another kind of account. Travels as the data of a `notFound()`, because a guard that throws
 * an error would report one where nothing is broken.
 */
export interface WrongAccountData {
  kind: 'wrong-account';
  screen: Screen;
  session: Session;
}

/** The router hands the data on wrapped in what was thrown. */
export function wrongAccountIn(thrown: unknown): WrongAccountData | null {
  for (const candidate of [thrown, dataOf(thrown), dataOf(dataOf(thrown))]) {
    if (
      typeof candidate === 'object' &&
      candidate !== null &&
      'kind' in candidate &&
      candidate.kind === 'wrong-account'
    )
      return candidate as WrongAccountData;
  }
  return null;
}

function dataOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'data' in value ? value.data : null;
}
