import Stripe from 'stripe';
import { toProviderError } from '../../server/integrations/stripe/errors.ts';
import { Answering, findEndpoint } from '../../server/integrations/stripe/sandbox/api/answering.ts';
import { Agenda } from '../../server/integrations/stripe/sandbox/engine/agenda.ts';
import { ApiError } from '../../server/integrations/stripe/sandbox/engine/api-error.ts';
import type { RawObject, RawValue } from '../../server/integrations/stripe/sandbox/engine/form.ts';
import { fingerprint } from '../../server/integrations/stripe/sandbox/engine/idempotency.ts';
import { PLATFORM } from '../../server/integrations/stripe/sandbox/engine/store.ts';
import { World } from '../../server/integrations/stripe/sandbox/engine/world.ts';
import { DEFAULT_EVENTS } from '../../server/integrations/stripe/sandbox/server.ts';

/**
 * What goes wrong with a write: its answer is lost, before or after its effect; it is answered by a server error that is
 * kept under its key; it is turned away for now.
 */
export const FAULTS = ['lost_before', 'lost_after', '500_before', '500_after', '429'] as const;
export type FaultKind = (typeof FAULTS)[number];

export type Params = { [key: string]: Value };
type Value = string | number | boolean | readonly Value[] | Params | undefined;

function toRaw(value: Value): RawValue {
  if (typeof value !== 'object') return String(value);
  const raw: RawObject = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) raw[key] = toRaw(member as Value);
  return raw;
}

const EVENTS = new Set(DEFAULT_EVENTS);
const connectionLost = () =>
  new Stripe.errors.StripeConnectionError({
    message: 'the connection was lost',
    type: 'api_error',
    detail: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) as never,
  });

/** The payment sandbox's own engine in this process, without HTTP and without waiting, under a clock that the simulation moves. */
export class Engine {
  readonly world: World;
  readonly #agenda: Agenda;
  readonly #answering: Answering;
  /** What happens to the writes to come, in their order. */
  readonly faults: (FaultKind | null)[] = [];
  /** The provider cannot be reached. */
  down = false;
  /** A page that was just made is not found by its operation yet. */
  unlisted = false;
  /** A page takes so much more than was requested. */
  takes = 0;
  /** Events of the platform, oldest first, as they would be sent. */
  readonly events: { id: string; type: string }[] = [];

  constructor(startMs: number) {
    const fail = (error: unknown): never => {
      throw error;
    };
    this.world = new World({
      publicUrl: 'http://sandbox.invalid',
      platformCountry: 'FR',
      settlementSeconds: null,
      payoutSeconds: 2 * 86_400,
      transactionDelaySeconds: 0,
      subscribed: () => false,
    });
    this.#agenda = new Agenda(this.world, fail);
    this.#answering = new Answering(this.world, fail);
    this.world.store.listen('event', (owner, next, previous) => {
      if (owner === PLATFORM && next && !previous && EVENTS.has(next.type))
        this.events.push({ id: next.id, type: next.type });
      // Undone with the transaction that wrote it.
      if (!next && previous && this.events.at(-1)?.id === previous.id) this.events.pop();
    });
    this.#set(startMs);
  }

  #set(ms: number): void {
    this.world.store.transact(() => this.world.clock.set(ms, true));
  }

  /** Moves the clock; all that falls due happens in its order. */
  advanceTo(ms: number): void {
    this.#set(ms);
    while (this.#agenda.runNext());
  }

  protected call<T>(
    method: 'GET' | 'POST',
    path: string,
    params: Params = {},
    key: string | null = null,
    scope: string = PLATFORM,
  ): T {
    const isWrite = method === 'POST';
    try {
      if (this.down) throw connectionLost();
      const fault = isWrite ? (this.faults.shift() ?? null) : null;
      if (fault === 'lost_before') throw connectionLost();
      if (fault === '429') throw httpError(429, { code: 'rate_limit', message: 'too many requests' });
      const raw = toRaw(params) as RawObject;
      const { endpoint, ids } = findEndpoint(method, path);
      const keyId = key === null ? null : `${scope}:${key}`;
      const print = keyId === null ? '' : fingerprint(method, path, JSON.stringify(raw));
      const server = fault === '500_before' || fault === '500_after' ? fault : null;
      const answer =
        (keyId === null ? null : this.#answering.keys.find(keyId, print)) ??
        this.#answering.execute({
          endpoint,
          ids,
          raw,
          scope,
          requestId: 'req_simulated',
          key,
          keyId,
          print,
          fault: server === null ? null : { kind: server, status: 500, error: {} },
        });
      if (fault === 'lost_after') throw connectionLost();
      const body = JSON.parse(answer.body) as T & { error?: { code?: string; type?: string; message: string } };
      if (answer.status >= 400) throw httpError(answer.status, body.error ?? { message: 'refused' });
      return body;
    } catch (error) {
      // A key that was used with other parameters is refused before there is an answer.
      throw toProviderError(error instanceof ApiError ? httpError(error.status, error.body) : error, isWrite);
    }
  }

  protected find<T extends { metadata: unknown }>(
    path: string,
    params: Params,
    opId: string,
    scope?: string,
  ): T | null {
    const { data } = this.call<{ data: T[] }>('GET', path, { ...params, limit: 100 }, null, scope);
    return data.find((one) => (one.metadata as Record<string, string> | null)?.['op_id'] === opId) ?? null;
  }
}

function httpError(status: number, error: { code?: string; type?: string; message: string }): unknown {
  const raw = { ...error, type: (error.type ?? 'invalid_request_error') as never, statusCode: status };
  const requestId = 'req_simulated';
  if (status >= 500) return new Stripe.errors.StripeAPIError({ ...raw, requestId });
  if (raw.type === 'idempotency_error') return new Stripe.errors.StripeIdempotencyError({ ...raw, requestId });
  return new Stripe.errors.StripeInvalidRequestError({ ...raw, requestId });
}
