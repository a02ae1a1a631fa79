import type { AppErrorShape } from '../../server/core/errors.ts';

/*
 * The fields of a failed call, recognized by its shape: pages without the API client show errors too and do not load it
 * for that.
 */

/** The coded refusal of a failed call; null if no answer of our server arrived (network, crash). */
export function appError(error: unknown): AppErrorShape | null {
  const shape = dataOf(error)['app'];
  return typeof shape === 'object' && shape !== null && 'code' in shape ? (shape as AppErrorShape) : null;
}

/** Whether the record in the address does not exist. A malformed id counts as unknown. */
export function isNoRecord(error: unknown): boolean {
  const code = appError(error)?.code;
  return code === 'not_found' || code === 'input.invalid';
}

/** Shown to users and written to the server's log; null if no server was reached. */
export function requestIdOf(error: unknown): string | null {
  const coded = appError(error);
  if (coded) return coded.requestId;
  const { requestId } = dataOf(error);
  return typeof requestId === 'string' ? requestId : null;
}

/** Whether a call failed before our server answered it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TRPCClientError' && Object.keys(dataOf(error)).length === 0;

function dataOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error) || error.name !== 'TRPCClientError' || !('data' in error)) return {};
  return typeof error.data === 'object' && error.data !== null ? (error.data as Record<string, unknown>) : {};
}
