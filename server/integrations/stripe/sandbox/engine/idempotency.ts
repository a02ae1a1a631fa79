import { createHash } from 'node:crypto';
import type { IdempotencyRecord } from '../objects/records.ts';
import { ApiError } from './api-error.ts';
import { DAY, type World } from './world.ts';

export const MAX_KEY_LENGTH = 255;

export const fingerprint = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');

/**
 * Stripe's idempotency keys: the first executed answer, errors and 500s included, is kept for 24 hours and repeated;
 * other parameters under the same key are refused. https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #world: World;
  /** Keys whose first request is still being answered. */
  readonly #running = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The kept answer, or null when the key is new. Throws when the key is in use or was used for something else. */
  find(id: string, print: string): IdempotencyRecord | null {
    if (this.#running.has(id)) {
      throw new ApiError(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message:
            'There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
        },
        { keyed: false },
      );
    }
    const kept = this.#world.store.get('idempotency', id);
    if (!kept || kept.created + DAY <= this.#world.now()) return null;
    if (kept.fingerprint !== print) {
      throw new ApiError(
        400,
        {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${id.slice(id.indexOf(':') + 1)}' if you meant to execute a different request.`,
        },
        { keyed: false },
      );
    }
    return kept;
  }

  begin(id: string): void {
    this.#running.add(id);
  }

  end(id: string): void {
    this.#running.delete(id);
  }

  /** Stores an answer and deletes those older than a day. Inside a transaction. */
  keep(record: IdempotencyRecord): void {
    const { store } = this.#world;
    let swept = 0;
    for (const old of store.all('idempotency')) {
      if (old.created + DAY > this.#world.now() || swept === 20) break;
      store.remove('idempotency', old.id);
      swept += 1;
    }
    store.remove('idempotency', record.id);
    this.#world.create('idempotency', record);
  }
}
