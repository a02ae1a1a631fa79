import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Agenda } from './engine/agenda.ts';
import { ApiError } from './engine/api-error.ts';
import { booksOf } from './engine/books-report.ts';
import { addFault, FAULT_KINDS } from './engine/faults.ts';
import { PLATFORM } from './engine/store.ts';
import { TARIFFS } from './engine/tariff.ts';
import { NORMAL_MODE, type WebhookSender } from './engine/webhooks.ts';
import type { World } from './engine/world.ts';
import { readBody, sendJson } from './http.ts';
import { copyObjects } from './objects/copying.ts';
import { closeDispute, escalateInquiry, openDispute, warnOfFraud } from './objects/disputing.ts';
import { finishOnboarding } from './objects/onboarding.ts';
import { answerChallenge, paySession } from './objects/paying.ts';
import { cardMethod, debitMethod, yearAhead } from './objects/payment-methods.ts';
import { arrivePayout, delayPayout, failPayout } from './objects/paying-out.ts';
import { completeRefund, failRefund, refundCharge } from './objects/refunding.ts';
import { reverseTransfer } from './objects/transferring.ts';

interface ControlParts {
  world: World;
  agenda: Agenda;
  webhooks: WebhookSender;
  durable: () => Promise<void>;
  reset: () => Promise<void>;
  /** Hosts that the control interface accepts, against DNS rebinding. */
  hosts: ReadonlySet<string>;
}

const CODES = Object.keys(TARIFFS).map((code) => code.toLowerCase()) as [string, ...string[]];
const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number().nonnegative(), freeze: z.boolean().optional() }),
  z.strictObject({
    set: z.union([z.number().int(), z.iso.datetime({ offset: true })]),
    freeze: z.boolean().optional(),
  }),
  z.strictObject({ freeze: z.boolean() }),
]);
const faultInput = z.strictObject({
  match: z.strictObject({ method: z.string(), path: z.string(), op_id: z.string() }).partial().optional(),
  kind: z.enum(FAULT_KINDS as [string, ...string[]]),
  times: z.number().int().positive().optional(),
  delay_ms: z.number().int().nonnegative().optional(),
  status: z.number().int().min(400).max(599).optional(),
  error: z.record(z.string(), z.string()).optional(),
});
const modeInput = z.strictObject({
  mode: z.enum(['delay', 'drop', 'duplicate', 'normal', 'reorder']),
  copies: z.number().int().min(1).max(100).optional(),
  window_ms: z.number().int().min(1).max(60_000).optional(),
  seed: z.number().int().nonnegative().optional(),
  delay_seconds: z.number().int().nonnegative().optional(),
  types: z.array(z.string()).optional(),
  remaining: z.number().int().positive().nullable().optional(),
});
const resendInput = z.strictObject({
  signature: z.enum(['stale', 'tampered', 'unsigned', 'valid', 'wrong_secret']).default('valid'),
  copies: z.number().int().min(1).max(100).default(1),
});
const payInput = z.strictObject({
  card: z.string().optional(),
  iban: z.string().optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  /** The answer on the bank's page, for cards that require it. */
  approve: z.boolean().default(true),
});
const onboardInput = z.strictObject({
  outcome: z.enum(['complete', 'incomplete', 'pending', 'rejected']).default('complete'),
  name: z.string().optional(),
  number: z.string().default('FR1420041010050500013M02606'),
  all_currencies: z.boolean().default(true),
});
const disputeInput = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.string().default('product_not_received'),
  inquiry: z.boolean().default(false),
  amount: z.number().int().positive().optional(),
});
const outcomeInput = z.strictObject({
  outcome: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  until: z.iso.datetime({ offset: true }).optional(),
});
const settlementInput = z.strictObject({
  currency: z.enum(CODES),
  /** Null: in its own currency again. */
  settles_in: z.enum(CODES).nullable(),
  /** Whole units of `settles_in` for one of `currency`. */
  rate: z.number().positive().default(1),
});
const refundInput = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: z.number().int().positive().optional(),
});
const reversalInput = z.strictObject({ amount: z.number().int().positive().optional() });
const copiesInput = z.strictObject({
  of: z.array(z.string()).min(1),
  replaced: z.array(z.string().min(1)),
  amounts: z.record(z.string(), z.number().int().positive()).default({}),
  copies: z.array(
    z.strictObject({ suffix: z.string().regex(/^\w+$/), shift: z.number().int(), by: z.array(z.string()) }),
  ),
});
const nothing = z.strictObject({});

/** `/_sandbox/…`: moving the clock, ordering faults, reading the books. JSON in and out; not part of Stripe's API. */
export class Control {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> {
    const answer = (status: number, value: unknown): void => sendJson(response, status, JSON.stringify(value));
    try {
      const host = (request.headers.host ?? '').replace(/:\d+$/, '');
      if (!this.#parts.hosts.has(host)) return answer(403, { error: `unknown host ${host}` });
      const text = await readBody(request);
      if (request.method !== 'GET' && !(request.headers['content-type'] ?? '').startsWith('application/json')) {
        return answer(415, { error: 'send application/json' });
      }
      const result = await this.#run(
        request.method ?? 'GET',
        path.split('/').slice(2),
        query,
        text === '' ? {} : JSON.parse(text),
      );
      await this.#parts.durable();
      return result === undefined ? answer(404, { error: 'no such command' }) : answer(200, result);
    } catch (error) {
      if (error instanceof z.ZodError) return answer(400, { error: z.prettifyError(error) });
      if (error instanceof ApiError) return answer(error.status, { error: error.body });
      return answer(400, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  async #run(method: string, [noun, id, verb]: string[], query: URLSearchParams, body: unknown): Promise<unknown> {
    const { world, agenda, webhooks } = this.#parts;
    const { store } = world;
    switch (`${method} ${noun ?? ''}${id === undefined ? '' : '/:'}${verb === undefined ? '' : `/${verb}`}`) {
      case 'GET clock':
        return this.#clock();
      case 'POST clock':
        await this.#moveClock(clockInput.parse(body));
        return this.#clock();
      case 'GET faults':
        return [...store.all('fault')];
      case 'POST faults': {
        const input = faultInput.parse(body) as Parameters<typeof addFault>[1];
        return store.transact(() => addFault(world, input));
      }
      case 'DELETE faults':
        store.transact(() => [...store.all('fault')].forEach((fault) => store.remove('fault', fault.id)));
        return { removed: true };
      case 'GET webhooks':
        return {
          ...webhooks.mode(),
          waiting: store.size('delivery'),
          in_flight: webhooks.inFlight,
          recent: webhooks.recent,
        };
      case 'POST webhooks': {
        const value = { ...NORMAL_MODE, ...withoutUndefined(modeInput.parse(body)) };
        store.transact(() => world.create('setting', { id: 'webhooks', value }));
        return value;
      }
      case 'POST webhooks/:':
        if (id !== 'flush') return undefined;
        return webhooks.flush(
          z.strictObject({ include_dropped: z.boolean().default(true) }).parse(body).include_dropped,
        );
      case 'POST events/:/resend': {
        const { signature, copies } = resendInput.parse(body);
        const event = store.get('event', id!);
        return event === undefined ? undefined : { answers: await webhooks.resend(event, signature, copies) };
      }
      case 'GET books':
        return booksOf(world, { opId: query.get('op_id'), withObjects: query.get('objects') !== 'false' });
      case 'POST copies': {
        const input = copiesInput.parse(body);
        return { copied: store.transact(() => copyObjects(world, input)) };
      }
      case 'POST pay/:':
        return this.#pay(id!, payInput.parse(body));
      case 'POST accounts/:': {
        const { all_currencies, ...input } = onboardInput.parse(body);
        world.need('account', id!, 'account', PLATFORM);
        return store.transact(() => finishOnboarding(world, id!, { ...input, allCurrencies: all_currencies }));
      }
      case 'POST disputes': {
        const { charge, payment_intent, ...input } = disputeInput.parse(body);
        const target =
          charge ?? world.need('payment_intent', payment_intent ?? '', 'payment_intent', PLATFORM).latest_charge ?? '';
        world.need('charge', target, 'charge', PLATFORM);
        return store.transact(() => openDispute(world, target, input as Parameters<typeof openDispute>[2]));
      }
      case 'POST disputes/:': {
        const outcome = z.enum(['won', 'lost', 'escalated']).parse(outcomeInput.parse(body).outcome);
        return store.transact(() =>
          outcome === 'escalated' ? escalateInquiry(world, id!) : closeDispute(world, id!, outcome),
        );
      }
      case 'POST settlement': {
        const { currency, settles_in, rate } = settlementInput.parse(body);
        const { [currency]: _, ...others } = (store.get('setting', 'settlement')?.value ?? {}) as Record<
          string,
          object
        >;
        const value = { ...others, ...(settles_in === null ? {} : { [currency]: { currency: settles_in, rate } }) };
        store.transact(() => world.create('setting', { id: 'settlement', value }));
        return value;
      }
      case 'POST refunds': {
        const { charge, payment_intent, amount } = refundInput.parse(body);
        const target =
          charge ?? world.need('payment_intent', payment_intent ?? '', 'payment_intent', PLATFORM).latest_charge ?? '';
        return store.transact(() =>
          refundCharge(world, world.need('charge', target, 'charge', PLATFORM), { amount, metadata: {}, reason: null }),
        );
      }
      case 'POST reversals/:':
        return store.transact(() =>
          reverseTransfer(world, world.need('transfer', id!, 'transfer', PLATFORM), {
            amount: reversalInput.parse(body).amount,
            metadata: {},
          }),
        );
      case 'POST warnings/:':
        nothing.parse(body);
        return store.transact(() => warnOfFraud(world, id!));
      case 'POST payouts/:': {
        const { outcome, code, message, until } = outcomeInput.parse(body);
        const chosen = z.enum(['arrived', 'delayed', 'failed']).parse(outcome);
        const late = chosen === 'delayed' ? Math.floor(toMs(z.string().parse(until)) / 1000) : null;
        store.transact(() => {
          if (late !== null) delayPayout(world, id!, late);
          else if (chosen === 'arrived') arrivePayout(world, id!);
          else failPayout(world, id!, code, message);
        });
        return world.get('payout', id!);
      }
      case 'POST refunds/:': {
        const { outcome, code } = outcomeInput.parse(body);
        const chosen = z.enum(['succeeded', 'failed']).parse(outcome);
        store.transact(() => (chosen === 'succeeded' ? completeRefund(world, id!) : failRefund(world, id!, code)));
        return world.get('refund', id!);
      }
      case 'POST reset':
        nothing.parse(body);
        await this.#parts.reset();
        agenda.rearm();
        return { reset: true };
      default:
        return undefined;
    }
  }

  #clock(): object {
    const { clock } = this.#parts.world;
    return { now: clock.now(), iso: new Date(clock.nowMs()).toISOString(), frozen: clock.isFrozen };
  }

  async #moveClock(input: z.infer<typeof clockInput>): Promise<void> {
    const { world, agenda, webhooks } = this.#parts;
    const now = world.clock.nowMs();
    const wanted =
      'advance_seconds' in input ? now + input.advance_seconds * 1000 : 'set' in input ? toMs(input.set) : now;
    if (wanted < now && !world.store.isEmpty)
      throw new Error('the clock does not go back once there are objects; reset first');
    world.store.transact(() => world.clock.set(wanted, input.freeze ?? world.clock.isFrozen));
    await agenda.runDue();
    webhooks.kick();
  }

  #pay(sessionId: string, input: z.infer<typeof payInput>): object {
    const { world } = this.#parts;
    world.need('checkout_session', sessionId, 'session', PLATFORM);
    const paid = world.store.transact(() => {
      const method =
        input.iban === undefined
          ? cardMethod(world, {
              number: input.card ?? '4242424242424242',
              expMonth: 12,
              expYear: yearAhead(world),
              email: input.email,
              name: input.name,
            })
          : debitMethod(world, { iban: input.iban, email: input.email, name: input.name });
      return paySession(world, sessionId, method, input);
    });
    let { error } = paid;
    if (paid.challenge !== null) {
      const intentId = paid.challenge.slice(paid.challenge.lastIndexOf('/') + 1);
      error = world.store.transact(() => answerChallenge(world, intentId, input.approve)).error;
    }
    return { session: world.get('checkout_session', sessionId), error: error?.body ?? null };
  }
}

const toMs = (at: number | string): number => (typeof at === 'number' ? at * 1000 : Date.parse(at));

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
