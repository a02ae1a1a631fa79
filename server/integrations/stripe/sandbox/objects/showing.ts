import { ApiError } from '../engine/api-error.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import type { Account, Transfer } from './connect-types.ts';
import type { BalanceTransaction } from './payment-types.ts';
import { PREFIXES, type Kind, type StripeEvent } from './records.ts';

type Shown = Record<string, unknown>;

const KIND_BY_PREFIX = new Map<string, Kind>(
  Object.entries(PREFIXES).flatMap(([kind, prefixes]) => prefixes.map((prefix) => [prefix, kind as Kind] as const)),
);

/** The balance of `owner` as `GET /v1/balance` shows it. */
export function showBalance(world: World, owner: string): Shown {
  const now = world.now();
  const currencies = world.balances.currencies(owner);
  const part = (of: (currency: string) => number) =>
    (currencies.length > 0 ? currencies : ['eur']).map((currency) => ({
      amount: of(currency),
      currency,
      source_types: { card: of(currency) },
    }));
  return {
    object: 'balance',
    available: part((currency) => world.balances.available(owner, currency, now)),
    ...(owner === PLATFORM ? { connect_reserved: [{ amount: 0, currency: 'eur' }] } : {}),
    livemode: false,
    pending: part((currency) => world.balances.pending(owner, currency, now)),
  };
}

/** Fills in what depends on the clock or on other records. */
export function show(world: World, value: object): Shown {
  const { object } = value as { object?: string };
  switch (object) {
    case 'balance_transaction': {
      const transaction = value as BalanceTransaction;
      return { ...transaction, status: transaction.available_on <= world.now() ? 'available' : 'pending' };
    }
    case 'transfer': {
      const transfer = value as Transfer;
      const data = world.store.indexed('transfer_reversal', 'transfer', transfer.id);
      return { ...transfer, reversals: { ...transfer.reversals, data, total_count: data.length } };
    }
    case 'account': {
      const account = value as Account;
      const data = world.store.indexed('bank_account', 'account', account.id);
      return { ...account, external_accounts: { ...account.external_accounts, data, total_count: data.length } };
    }
    case 'event': {
      const event = value as StripeEvent;
      const deliveries = world.store.indexed('delivery', 'event', event.id).length;
      return {
        ...event,
        data: { ...event.data, object: show(world, event.data.object as object) },
        pending_webhooks: deliveries,
      };
    }
    case 'list':
      return { ...value, data: (value as { data: object[] }).data.map((item) => show(world, item)) };
    default:
      return { ...value };
  }
}

/** Shows a value with the ids named by `expand[]` replaced by what they stand for. */
export function showExpanded(world: World, value: object, paths: readonly string[]): Shown {
  const shown = show(world, value);
  for (const path of paths) expand(world, shown, path.split('.'), path);
  return shown;
}

function expand(world: World, node: Shown, steps: string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const value = node[step];
  if (value === undefined && !(step in node)) {
    throw new ApiError(
      400,
      { type: 'invalid_request_error', message: `This property cannot be expanded (${path}).`, param: 'expand' },
      { keyed: false },
    );
  }
  if (Array.isArray(value)) {
    node[step] = value.map((item) => {
      const copy: Shown = typeof item === 'string' ? lookUp(world, item, path) : { ...(item as Shown) };
      expand(world, copy, rest, path);
      return copy;
    });
    return;
  }
  if (value === null || value === undefined) return;
  const child = typeof value === 'string' ? lookUp(world, value, path) : { ...(value as Shown) };
  node[step] = child;
  expand(world, child, rest, path);
}

function lookUp(world: World, id: string, path: string): Shown {
  const kind = KIND_BY_PREFIX.get(id.slice(0, id.indexOf('_')));
  const value = kind === undefined ? undefined : world.store.get(kind, id);
  if (!value) {
    throw new ApiError(
      400,
      { type: 'invalid_request_error', message: `This property cannot be expanded (${path}).`, param: 'expand' },
      { keyed: false },
    );
  }
  return show(world, value);
}
