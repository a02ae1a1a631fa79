import type { Currency } from '../../../../core/money.ts';
import type { BalanceTransaction } from '../objects/payment-types.ts';
import type { Endpoint, JobType, Kind, Records } from '../objects/records.ts';
import { NOUNS } from '../objects/records.ts';
import { missing } from './api-error.ts';
import { Balances } from './balances.ts';
import { VirtualClock } from './clock.ts';
import { stripeId } from './ids.ts';
import { INDEXES } from './indexes.ts';
import { PLATFORM, Store } from './store.ts';
import { TARIFFS } from './tariff.ts';

export const API_VERSION = '2026-10-28.endive';
export const DAY = 86_400;

export interface WorldOptions {
  /** Origin of the hosted pages, e.g. http://localhost:12111. */
  publicUrl: string;
  /** The platform's country; payees must be in a country it can pay. */
  platformCountry: string;
  /** Overrides the settlement days of every currency; 0 makes funds available at once. */
  settlementSeconds: number | null;
  /** From creating a payout to its arrival. */
  payoutSeconds: number;
  /** How long after a card payment its balance transaction appears, as with asynchronous capture. */
  transactionDelaySeconds: number;
  /** Which events are sent to which endpoint. */
  subscribed: (endpoint: Endpoint, type: string) => boolean;
}

/** Everything endpoint code may touch: records, clock, balances, events, timers. All of it inside a transaction. */
export class World {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly balances: Balances;
  readonly options: WorldOptions;
  /** Account the running request acts for. */
  scope: string = PLATFORM;
  /** The running API request, named by the events it causes. */
  request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };

  constructor(options: WorldOptions) {
    this.options = options;
    this.store = new Store(INDEXES);
    this.clock = new VirtualClock(this.store);
    this.balances = new Balances(this.store);
  }

  now(): number {
    return this.clock.now();
  }

  create<K extends Kind>(kind: K, value: Records[K], owner: string = PLATFORM): Records[K] {
    return this.store.put(kind, owner, value);
  }

  update<K extends Kind>(kind: K, id: string, patch: Partial<Records[K]>): Records[K] {
    const value = this.store.get(kind, id);
    if (!value) throw new Error(`no ${kind} ${id} to update`);
    return this.store.put(kind, this.store.ownerOf(kind, id) ?? PLATFORM, { ...value, ...patch });
  }

  /** The object, or Stripe's 404, also for an object of another account. */
  need<K extends Kind>(kind: K, id: string, param: string, owner: string = this.scope): Records[K] {
    const value = this.store.get(kind, id);
    if (!value || this.store.ownerOf(kind, id) !== owner) throw missing(NOUNS[kind] ?? kind, id, param);
    return value;
  }

  /** An object other code guarantees to exist. */
  get<K extends Kind>(kind: K, id: string): Records[K] {
    const value = this.store.get(kind, id);
    if (!value) throw new Error(`the books lack ${kind} ${id}`);
    return value;
  }

  schedule(type: JobType, due: number, ref: string): void {
    const id = stripeId('job');
    this.create('job', { id, due, type, ref });
  }

  /** Records an event and, where an endpoint listens to it, its delivery. */
  emit(type: string, object: unknown, owner: string = PLATFORM, previous?: Record<string, unknown>): void {
    const id = stripeId('evt');
    const created = this.now();
    this.create(
      'event',
      {
        id,
        object: 'event',
        ...(owner === PLATFORM ? {} : { account: owner }),
        api_version: API_VERSION,
        created,
        data: previous ? { object, previous_attributes: previous } : { object },
        livemode: false,
        pending_webhooks: 0,
        request: this.request,
        type,
      },
      owner,
    );
    const endpoint: Endpoint = owner === PLATFORM ? 'platform' : 'connect';
    if (!this.options.subscribed(endpoint, type)) return;
    this.create('delivery', {
      id: `${id}:${endpoint}`,
      event: id,
      endpoint,
      attempts: 0,
      due: created,
      first_due: created,
    });
  }

  /** When money charged now becomes available: a whole day, as Stripe settles, unless an option overrides it. */
  settlesAt(currency: Currency): number {
    const { settlementSeconds } = this.options;
    if (settlementSeconds !== null) return this.now() + settlementSeconds;
    return (Math.floor(this.now() / DAY) + TARIFFS[currency].settlementDays) * DAY;
  }

  /** Enters a movement of `owner`'s balance. `amount` is signed; the fee is taken off on top. */
  book(
    owner: string,
    entry: {
      type: string;
      category: string;
      amount: number;
      currency: string;
      source: string;
      availableOn: number;
      description?: string | null;
      fee?: { amount: number; description: string } | undefined;
      /** Of the source's currency, when the movement was converted. */
      rate?: number | null;
    },
  ): BalanceTransaction {
    const fee = entry.fee?.amount ?? 0;
    const availableOn = Math.max(entry.availableOn, this.now());
    const transaction = this.create(
      'balance_transaction',
      {
        id: stripeId('txn'),
        object: 'balance_transaction',
        amount: entry.amount,
        available_on: availableOn,
        balance_type: 'payments',
        created: this.now(),
        currency: entry.currency,
        description: entry.description ?? null,
        exchange_rate: entry.rate ?? null,
        fee,
        fee_details: entry.fee
          ? [
              {
                amount: fee,
                application: null,
                currency: entry.currency,
                description: entry.fee.description,
                type: 'stripe_fee',
              },
            ]
          : [],
        net: entry.amount - fee,
        reporting_category: entry.category,
        source: entry.source,
        status: 'pending',
        type: entry.type,
      },
      owner,
    );
    if (availableOn > this.now()) this.#announceAvailability(owner, availableOn);
    return transaction;
  }

  /** Settlement currency and rate of a charge in `currency`, as set by a command; unchanged without one. */
  settlement(currency: string): { currency: string; rate: number } | null {
    const orders = (this.store.get('setting', 'settlement')?.value ?? {}) as Record<
      string,
      { currency: string; rate: number }
    >;
    return orders[currency] ?? null;
  }

  #announceAvailability(owner: string, at: number): void {
    const ref = `${owner}@${at}`;
    if (this.store.indexed('job', 'ref', ref).length === 0) this.schedule('balance_available', at, ref);
  }
}

export const upper = (currency: string): Currency => currency.toUpperCase() as Currency;
