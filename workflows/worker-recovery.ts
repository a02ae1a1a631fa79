import type { Logger } from 'pino';

const RECOVER_REST_MS = 3_000;

/**
 * What the worker does when Temporal lost its data, or is another server: `prepare` makes its namespace again, `restart`
 * starts a workflow for every open row. One recovery at a time; a call during one, or shortly after it, waits for that one.
 */
export function recovery(of: {
  log: Logger;
  namespace: string;
  prepare: () => Promise<void>;
  restart: () => Promise<void>;
}): () => Promise<void> {
  let recovering: Promise<void> | null = null;
  async function recover(): Promise<void> {
    try {
      of.log.warn(
        { namespace: of.namespace },
        'Temporal lacks its namespace or search attributes: creating them again',
      );
      await of.prepare();
      await of.restart();
    } catch (error) {
      of.log.error({ err: error }, 'Temporal could not be prepared and will be tried again');
    } finally {
      // Errors from before the attributes existed must not start a second recovery.
      setTimeout(() => (recovering = null), RECOVER_REST_MS).unref();
    }
  }
  return () => (recovering ??= recover());
}
