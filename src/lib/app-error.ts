import type { AppErrorShape } from '../../server/core/errors.ts';

/*
 * What a failed call carries, read by its shape: pages without the API client show errors too, and need not load it
 * for this.
 */

/** The coded refusal inside a failed call; null when the call got no answer of ours (network, crash). */
export function appError(error: unknown): AppErrorShape | null {
  const shape = dataOf(error)['app'];
  return typeof shape === 'object' && shape !== null && 'code' in shape ? (shape as AppErrorShape) : null;
}

/** Whether a page that asks for the id in its address found nothing: a malformed one is as unknown as any other. */
export function isNoRecord(error: unknown): boolean {
  const code = appError(error)?.code;
  return code === 'not_found' || code === 'input.invalid';
}

/** Shown to people and found again in the server's log; null when no server was reached. */
export function requestIdOf(error: unknown): string | null {
  const coded = appError(error);
  if (coded) return coded.requestId;
  const { requestId } = dataOf(error);
  return typeof requestId === 'string' ? requestId : null;
}

function dataOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error) || error.name !== 'TRPCClientError' || !('data' in error)) return {};
  return typeof error.data === 'object' && error.data !== null ? (error.data as Record<string, unknown>) : {};
}
