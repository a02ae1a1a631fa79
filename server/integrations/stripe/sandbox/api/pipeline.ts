import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../engine/api-error.ts';
import { takeFault } from '../engine/faults.ts';
import { decodeForm, type RawObject } from '../engine/form.ts';
import { fingerprint } from '../engine/idempotency.ts';
import { stripeId } from '../engine/ids.ts';
import { badRequest } from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import { API_VERSION } from '../engine/world.ts';
import { readBody, sendJson, sleep } from '../http.ts';
import type { Fault } from '../objects/records.ts';
import { accountInvalid } from './account-fields.ts';
import { Answering, checkKey, errorText, findEndpoint, type Answer } from './answering.ts';
import type { Endpoint } from './endpoint.ts';

/** How long a timed-out request stays open when the client does not close it first. */
const HANG_MS = 120_000;

interface PipelineOptions {
  /** The only key accepted; any `sk_test_…` when null. */
  secretKey: string | null;
  durable: () => Promise<void>;
  report: (error: unknown) => void;
}

/** Serves Stripe's API: authenticates, finds the endpoint, stores idempotency keys, applies faults. */
export class ApiPipeline {
  readonly #world: World;
  readonly #options: PipelineOptions;
  readonly #answering: Answering;

  constructor(world: World, options: PipelineOptions) {
    this.#world = world;
    this.#options = options;
    this.#answering = new Answering(world, options.report);
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void> {
    const method = request.method ?? 'GET';
    const requestId = stripeId('req');
    const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': API_VERSION };
    const key = header(request, 'idempotency-key');
    if (key !== null) headers['idempotency-key'] = key;
    try {
      const bodyText = await readBody(request);
      this.#authenticate(request);
      const { endpoint, ids } = findEndpoint(method, path);
      const scope = this.#scope(request, endpoint);
      const raw = decode(method === 'GET' ? query : bodyText);
      const fault = takeFault(this.#world, method, path, raw);
      if (fault && (await this.#before(fault, response, headers))) return;
      const keyId = key !== null && method !== 'GET' ? `${scope}:${checkKey(key)}` : null;
      const print = keyId === null ? '' : fingerprint(method, path, bodyText);
      const kept = keyId === null ? null : this.#answering.keys.find(keyId, print);
      if (kept) {
        await this.#answer(
          response,
          kept,
          { ...headers, 'idempotent-replayed': 'true', 'original-request': kept.request_id },
          fault,
        );
        return;
      }
      if (keyId !== null) this.#answering.keys.begin(keyId);
      try {
        if (fault?.kind === 'delay') await sleep(fault.delay_ms);
        const answer = this.#answering.execute({ endpoint, ids, raw, scope, requestId, key, keyId, print, fault });
        await this.#answer(response, answer, headers, fault);
      } finally {
        if (keyId !== null) this.#answering.keys.end(keyId);
      }
    } catch (error) {
      const answer = this.#answering.answerFor(error, requestId);
      sendJson(response, answer.status, answer.body, headers);
    }
  }

  #authenticate(request: IncomingMessage): void {
    const given = header(request, 'authorization') ?? '';
    const [scheme = '', credentials = ''] = given.split(' ');
    const key =
      scheme.toLowerCase() === 'basic'
        ? (Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '')
        : credentials;
    if (key === '') {
      throw new ApiError(
        401,
        {
          type: 'invalid_request_error',
          message:
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        },
        { keyed: false },
      );
    }
    const { secretKey } = this.#options;
    if (secretKey === null ? !key.startsWith('sk_test_') : key !== secretKey) {
      throw new ApiError(
        401,
        { type: 'invalid_request_error', message: `Invalid API Key provided: ${key.slice(0, 8)}***` },
        { keyed: false },
      );
    }
  }

  #scope(request: IncomingMessage, endpoint: Endpoint): string {
    const account = header(request, 'stripe-account');
    if (account === null) return PLATFORM;
    if (!this.#world.store.get('account', account)) throw accountInvalid(account);
    if (!endpoint.forConnected)
      throw badRequest('The sandbox answers this endpoint for the platform only; leave the Stripe-Account header out.');
    return account;
  }

  /** True when the fault has already answered (or will never answer) the request. */
  async #before(fault: Fault, response: ServerResponse, headers: Record<string, string>): Promise<boolean> {
    switch (fault.kind) {
      case 'timeout_before':
        hang(response);
        return true;
      case 'reset_before':
        response.req.socket.resetAndDestroy();
        return true;
      case '429':
        sendJson(
          response,
          429,
          errorText({
            type: 'invalid_request_error',
            code: 'rate_limit',
            message:
              'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
          }),
          {
            ...headers,
            'retry-after': '1',
            'stripe-should-retry': 'true',
            'stripe-rate-limited-reason': 'global-rate',
          },
        );
        return true;
      case '409':
        sendJson(
          response,
          409,
          errorText({
            type: 'invalid_request_error',
            code: 'lock_timeout',
            message:
              'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
          }),
          { ...headers, 'stripe-should-retry': 'true' },
        );
        return true;
      default:
        return false;
    }
  }

  /** Answers once everything is on disk, unless a fault delays or drops the answer. */
  async #answer(
    response: ServerResponse,
    answer: Answer,
    headers: Record<string, string>,
    fault: Fault | null,
  ): Promise<void> {
    await this.#options.durable();
    if (fault?.kind === 'delay_after') await sleep(fault.delay_ms);
    if (fault?.kind === 'reset_after') response.req.socket.resetAndDestroy();
    else if (fault?.kind === 'timeout_after') hang(response);
    else sendJson(response, answer.status, answer.body, headers);
  }
}

function decode(text: string): RawObject {
  try {
    return decodeForm(text);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'Invalid request');
  }
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Leaves the client without an answer. */
function hang(response: ServerResponse): void {
  const timer = setTimeout(() => response.req.socket.destroy(), HANG_MS);
  response.req.socket.once('close', () => clearTimeout(timer));
}
