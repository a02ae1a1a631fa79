import type { Session } from '@/lib/auth.ts';
import type { Screen } from '@/lib/screens.ts';

/**
 * The screen exists, but for another kind of account. Passed as the data of a `notFound()`, because an error thrown by
 * a guard would be reported as a failure.
 */
export interface WrongAccountData {
  kind: 'wrong-account';
  screen: Screen;
  session: Session;
}

/** The router wraps the data in the thrown object. */
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
