import { ApiError, type ErrorBody } from '../engine/api-error.ts';
import type { RawObject } from '../engine/form.ts';
import { IdempotencyKeys, MAX_KEY_LENGTH } from '../engine/idempotency.ts';
import { badRequest } from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import { BodyTooLarge } from '../http.ts';
import { showExpanded } from '../objects/showing.ts';
import type { Fault } from '../objects/records.ts';
import { accountEndpoints } from './accounts.ts';
import { accountPartEndpoints } from './account-parts.ts';
import { bookEndpoints } from './books.ts';
import { cardEndpoints } from './cards.ts';
import { checkoutEndpoints } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';
import { movingEndpoints } from './moving.ts';
import { paymentEndpoints } from './payments.ts';

const ENDPOINTS: readonly Endpoint[] = [
  ...accountEndpoints,
  ...accountPartEndpoints,
  ...bookEndpoints,
  ...cardEndpoints,
  ...checkoutEndpoints,
  ...movingEndpoints,
  ...paymentEndpoints,
];

export interface Answer {
  status: number;
  body: string;
}

/** A call whose endpoint was found and whose parameters were decoded. */
export interface ExecutedCall {
  endpoint: Endpoint;
  ids: string[];
  raw: RawObject;
  scope: string;
  requestId: string;
  key: string | null;
  keyId: string | null;
  print: string;
  fault: Pick<Fault, 'kind' | 'status' | 'error'> | null;
}

/** Answers calls of Stripe's API, whatever brought them: runs the endpoint in a transaction and keeps its idempotency key. */
export class Answering {
  readonly keys: IdempotencyKeys;
  readonly #world: World;
  readonly #report: (error: unknown) => void;

  constructor(world: World, report: (error: unknown) => void) {
    this.#world = world;
    this.#report = report;
    this.keys = new IdempotencyKeys(world);
  }

  execute(call: ExecutedCall): Answer {
    const world = this.#world;
    const keep = (answer: Answer): Answer => {
      if (call.keyId !== null) {
        this.keys.keep({
          id: call.keyId,
          created: world.now(),
          fingerprint: call.print,
          request_id: call.requestId,
          ...answer,
        });
      }
      return answer;
    };
    if (call.fault?.kind === '500_before') return world.store.transact(() => keep(serverError()));
    if (call.fault?.kind === 'error') return world.store.transact(() => keep(chosenError(call.fault!)));
    try {
      return world.store.transact(() => {
        world.scope = call.scope;
        world.request = { id: call.requestId, idempotency_key: call.key };
        const answer = runEndpoint(world, call);
        return keep(call.fault?.kind === '500_after' ? serverError() : answer);
      });
    } catch (error) {
      const answer = this.answerFor(error, call.requestId);
      if (error instanceof ApiError && !error.keyed) return answer;
      return world.store.transact(() => keep(answer));
    } finally {
      world.scope = PLATFORM;
      world.request = { id: null, idempotency_key: null };
    }
  }

  answerFor(error: unknown, requestId: string): Answer {
    if (error instanceof ApiError) return { status: error.status, body: errorText(error.body, requestId) };
    if (error instanceof RangeError)
      return { status: 400, body: errorText({ type: 'invalid_request_error', message: error.message }, requestId) };
    if (error instanceof BodyTooLarge)
      return {
        status: 413,
        body: errorText({ type: 'invalid_request_error', message: 'Request body too large.' }, requestId),
      };
    this.#report(error);
    return serverError();
  }
}

/** Runs the endpoint; a refusal that leaves effects behind becomes an answer instead of undoing them. */
function runEndpoint(
  world: World,
  call: { endpoint: Endpoint; ids: string[]; raw: RawObject; requestId: string },
): Answer {
  try {
    const { value, expand } = call.endpoint.run(world, call.ids, call.raw);
    return { status: 200, body: JSON.stringify(showExpanded(world, value, expand)) };
  } catch (error) {
    if (error instanceof ApiError && error.keepEffects)
      return { status: error.status, body: errorText(error.body, call.requestId) };
    throw error;
  }
}

export function findEndpoint(method: string, path: string): { endpoint: Endpoint; ids: string[] } {
  const segments = path.split('/').slice(1);
  let best: { endpoint: Endpoint; ids: string[] } | null = null;
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method || endpoint.segments.length !== segments.length) continue;
    const ids: string[] = [];
    const fits = endpoint.segments.every((part, index) => {
      if (part === ':') ids.push(decodeURIComponent(segments[index]!));
      return part === ':' ? segments[index] !== '' : part === segments[index];
    });
    // A literal segment has precedence over an id.
    if (fits && (best === null || ids.length < best.ids.length)) best = { endpoint, ids };
  }
  if (best) return best;
  throw new ApiError(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    { keyed: false },
  );
}

export function checkKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH) throw badRequest(`Idempotency keys have at most ${MAX_KEY_LENGTH} characters.`);
  return key;
}

export const errorText = (error: ErrorBody | Record<string, unknown>, requestId?: string): string =>
  JSON.stringify({
    error:
      requestId === undefined
        ? error
        : { ...error, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  });

const serverError = (): Answer => ({
  status: 500,
  body: errorText({
    type: 'api_error',
    message: 'An unknown error occurred. If this persists, please contact support.',
  }),
});

const chosenError = (fault: Pick<Fault, 'status' | 'error'>): Answer => ({
  status: fault.status,
  body: errorText({ type: 'invalid_request_error', message: 'Refused on request.', ...fault.error }),
});
