import { createHmac } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { show } from '../objects/showing.ts';
import type { Delivery, Endpoint, StripeEvent } from '../objects/records.ts';
import { DueQueue } from './due-queue.ts';
import type { World } from './world.ts';
import { DAY } from './world.ts';

/** Seconds before the second, third, … attempt; the last step repeats until three days have passed. */
export const RETRY_STEPS = [2, 10, 60, 300, 1800, 7200, 18_000, 36_000, 43_200];
const RETRY_LIMIT = 3 * DAY;
const CONCURRENCY = 16;
const ANSWER_LIMIT_MS = 10_000;
const RECENT = 500;

export type WebhookMode = 'delay' | 'drop' | 'duplicate' | 'normal' | 'reorder';
export interface ModeSetting {
  mode: WebhookMode;
  /** duplicate: how often each event is sent, all at once. */
  copies: number;
  /** reorder: how long events are collected before they are sent in another order. */
  window_ms: number;
  /** reorder: 0 reverses the order, any other number seeds a shuffle. */
  seed: number;
  /** delay: seconds of the sandbox's clock. */
  delay_seconds: number;
  /** Only events of these types; all when empty. */
  types: string[];
  /** Remaining events before the mode ends; null for no end. */
  remaining: number | null;
}
export const NORMAL_MODE: ModeSetting = {
  mode: 'normal',
  copies: 2,
  window_ms: 300,
  seed: 0,
  delay_seconds: 60,
  types: [],
  remaining: null,
};

/** Ways to make a webhook invalid, to test the receiver's checks. */
export type Forgery = 'stale' | 'tampered' | 'unsigned' | 'valid' | 'wrong_secret';

export interface Target {
  url: string;
  secret: string;
}

/** The `Stripe-Signature` header. https://docs.stripe.com/webhooks#verify-manually */
function signatureHeader(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * Delivers events to the platform's endpoints, with retries and back-off. The queue is in memory and is rebuilt from
 * the durable store.
 */
export class WebhookSender {
  readonly recent: {
    event: string;
    type: string;
    endpoint: Endpoint;
    status: number | string;
    attempt: number;
    at: number;
  }[] = [];
  readonly #world: World;
  readonly #targets: Partial<Record<Endpoint, Target>>;
  readonly #durable: () => Promise<void>;
  readonly #retrySteps: readonly number[];
  readonly #queue = new DueQueue();
  readonly #sending = new Set<string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  readonly #secureAgent = new SecureAgent({ keepAlive: true, maxSockets: CONCURRENCY });
  #pool: string[] = [];
  #poolTimer: NodeJS.Timeout | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pumping = false;
  #stopped = true;

  constructor(
    world: World,
    targets: Partial<Record<Endpoint, Target>>,
    durable: () => Promise<void>,
    retrySteps: readonly number[] = RETRY_STEPS,
  ) {
    this.#world = world;
    this.#targets = targets;
    this.#durable = durable;
    this.#retrySteps = retrySteps;
    world.store.listen('delivery', (_owner, next, previous) => {
      if (next && next.due !== null && next.due !== previous?.due) this.#queue.push(next.due, next.id);
      if (next && !this.#stopped) this.#arm();
    });
  }

  start(): void {
    this.#stopped = false;
    this.#arm();
  }

  /** Resolves when no delivery is running; interrupted ones stay due. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of [this.#timer, this.#poolTimer]) if (timer) clearTimeout(timer);
    this.#timer = null;
    this.#agent.destroy();
    this.#secureAgent.destroy();
    while (this.#sending.size > this.#pool.length) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  get inFlight(): number {
    return this.#sending.size + this.#pool.length;
  }

  /** Sends what is due by the sandbox's clock; call it after moving the clock. */
  kick(): void {
    if (!this.#stopped) this.#arm();
  }

  mode(): ModeSetting {
    return (this.#world.store.get('setting', 'webhooks')?.value as ModeSetting | undefined) ?? NORMAL_MODE;
  }

  /** Tries every waiting delivery once, now, and reports how many were accepted. */
  async flush(includeDropped: boolean): Promise<{ delivered: number; failed: number }> {
    const { store } = this.#world;
    const batch = this.#pool;
    this.#pool = [];
    for (const id of batch) this.#sending.delete(id);
    const ids = [...store.all('delivery')]
      .filter(({ id, due }) => !this.#sending.has(id) && (includeDropped || due !== null))
      .map(({ id }) => id);
    let delivered = 0;
    let failed = 0;
    const worker = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        if (!store.get('delivery', id) || this.#sending.has(id)) continue;
        if (await this.#deliver(id, 1)) delivered += 1;
        else failed += 1;
      }
    };
    await this.#durable();
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return { delivered, failed };
  }

  /** Sends one event again, optionally invalid, outside the retry schedule. Returns the receiver's status codes. */
  async resend(event: StripeEvent, forgery: Forgery, copies: number): Promise<(number | string)[]> {
    const endpoint: Endpoint = event.account === undefined ? 'platform' : 'connect';
    return Promise.all(Array.from({ length: copies }, () => this.#post(endpoint, this.#body(event), forgery)));
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#queue.peek();
    if (!next || this.#stopped) return;
    const wait = next.due * 1000 - this.#world.clock.nowMs();
    if (wait > 0 && this.#world.clock.isFrozen) return;
    this.#timer = setTimeout(() => void this.#pump(), Math.min(Math.max(0, wait), 2 ** 31 - 1));
  }

  async #pump(): Promise<void> {
    if (this.#pumping || this.#stopped) return;
    this.#pumping = true;
    try {
      await this.#durable();
      while (this.#sending.size < CONCURRENCY) {
        const next = this.#queue.peek();
        if (!next || next.due > this.#world.clock.now()) break;
        this.#queue.pop();
        const delivery = this.#world.store.get('delivery', next.id);
        if (!delivery || delivery.due !== next.due || this.#sending.has(next.id)) continue;
        this.#dispatch(delivery);
      }
    } finally {
      this.#pumping = false;
    }
    if (this.#sending.size < CONCURRENCY) this.#arm();
  }

  #dispatch(delivery: Delivery): void {
    const mode = this.#modeFor(delivery);
    const { store } = this.#world;
    switch (mode.mode) {
      case 'drop':
        store.transact(() => this.#world.update('delivery', delivery.id, { due: null }));
        return;
      case 'delay':
        store.transact(() =>
          this.#world.update('delivery', delivery.id, { due: this.#world.now() + mode.delay_seconds, delayed: true }),
        );
        return;
      case 'reorder':
        this.#sending.add(delivery.id);
        this.#pool.push(delivery.id);
        this.#poolTimer ??= setTimeout(() => void this.#releasePool(mode.seed), mode.window_ms);
        return;
      default:
        void this.#deliver(delivery.id, mode.mode === 'duplicate' ? mode.copies : 1).then(() => this.#pump());
    }
  }

  #modeFor(delivery: Delivery): ModeSetting {
    const mode = this.mode();
    if (mode.mode === 'normal' || delivery.attempts > 0 || delivery.delayed) return NORMAL_MODE;
    const { type } = this.#world.get('event', delivery.event);
    if (mode.types.length > 0 && !mode.types.includes(type)) return NORMAL_MODE;
    if (mode.remaining !== null) {
      const remaining = mode.remaining - 1;
      this.#world.store.transact(() =>
        this.#world.create('setting', { id: 'webhooks', value: remaining > 0 ? { ...mode, remaining } : NORMAL_MODE }),
      );
    }
    return mode;
  }

  async #releasePool(seed: number): Promise<void> {
    this.#poolTimer = null;
    const ids = seed === 0 ? this.#pool.reverse() : shuffled(this.#pool, seed);
    this.#pool = [];
    for (const id of ids) {
      this.#sending.delete(id);
      if (this.#world.store.get('delivery', id)) await this.#deliver(id, 1);
    }
    void this.#pump();
  }

  async #deliver(id: string, copies: number): Promise<boolean> {
    const { store } = this.#world;
    const delivery = this.#world.get('delivery', id);
    const event = this.#world.get('event', delivery.event);
    this.#sending.add(id);
    try {
      const body = this.#body(event);
      const answers = await Promise.all(
        Array.from({ length: copies }, () => this.#post(delivery.endpoint, body, 'valid')),
      );
      const accepted = answers.some((status) => typeof status === 'number' && status >= 200 && status < 300);
      this.recent.push({
        event: event.id,
        type: event.type,
        endpoint: delivery.endpoint,
        status: answers[0] ?? 'none',
        attempt: delivery.attempts + 1,
        at: this.#world.now(),
      });
      if (this.recent.length > RECENT) this.recent.shift();
      if (store.get('delivery', id)) store.transact(() => this.#settle(delivery, accepted));
      return accepted;
    } finally {
      this.#sending.delete(id);
    }
  }

  #settle(delivery: Delivery, accepted: boolean): void {
    const now = this.#world.now();
    const wait = this.#retrySteps[Math.min(delivery.attempts, this.#retrySteps.length - 1)] ?? 0;
    if (accepted || now + wait > delivery.first_due + RETRY_LIMIT) {
      this.#world.store.remove('delivery', delivery.id);
      return;
    }
    this.#world.update('delivery', delivery.id, { attempts: delivery.attempts + 1, due: now + wait });
  }

  #body(event: StripeEvent): string {
    return JSON.stringify({ ...show(this.#world, event), pending_webhooks: 1 });
  }

  #post(endpoint: Endpoint, body: string, forgery: Forgery): Promise<number | string> {
    const target = this.#targets[endpoint];
    if (!target) return Promise.resolve('no endpoint');
    const seconds = Math.floor(Date.now() / 1000) - (forgery === 'stale' ? 301 : 0);
    const signature = signatureHeader(body, forgery === 'wrong_secret' ? `${target.secret}x` : target.secret, seconds);
    const sent = forgery === 'tampered' ? body.replace('"livemode":false', '"livemode":true ') : body;
    const url = new URL(target.url);
    const secure = url.protocol === 'https:';
    return new Promise((resolve) => {
      const outgoing = (secure ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          agent: secure ? this.#secureAgent : this.#agent,
          timeout: ANSWER_LIMIT_MS,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(sent),
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
            ...(forgery === 'unsigned' ? {} : { 'stripe-signature': signature }),
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
          answer.on('error', (error) => resolve(error.message));
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
      outgoing.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message));
      outgoing.end(sent);
    });
  }
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const out = [...items];
  let state = seed >>> 0;
  for (let i = out.length - 1; i > 0; i -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = state % (i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
