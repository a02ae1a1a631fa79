import type { Logger } from 'pino';

/**
 * Takes the step for one item after the other, each by itself: an item that fails is logged and stays for the next round, and
 * keeps no other waiting. For rounds that are repeated.
 */
export async function eachAlone<T>(
  items: readonly T[],
  { log, failed, nameOf }: { log: Logger; failed: string; nameOf(item: T): string },
  step: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await step(item);
    } catch (error) {
      log.error({ item: nameOf(item), err: error }, failed);
    }
  }
}
