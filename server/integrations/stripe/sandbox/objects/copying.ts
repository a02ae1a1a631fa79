import { refused } from '../engine/api-error.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import type { Kind, Records } from './records.ts';

/** What a payment consists of. Accounts, customers and payment methods are shared by the copies. */
const KINDS = [
  'balance_transaction',
  'charge',
  'checkout_plan',
  'checkout_session',
  'payment_intent',
  'payout',
  'transfer',
] as const satisfies readonly Kind[];
const TIMES = ['arrival_date', 'available_on', 'created', 'expires_at'];

export interface CopiesInput {
  /** Ids of the objects to copy; what they name, and what they moved on balances, is copied with them. */
  of: string[];
  /** Texts of theirs that each copy has others for, in this order. */
  replaced: string[];
  /** Other amounts than the originals have, by id. */
  amounts: Record<string, number>;
  copies: {
    /** Appended to the id of every copied object. */
    suffix: string;
    /** Added to every time, in seconds. */
    shift: number;
    by: string[];
  }[];
}

interface Original {
  kind: (typeof KINDS)[number];
  owner: string;
  value: Records[(typeof KINDS)[number]];
}

/** As it stands within a text of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}

function originalsOf({ store }: World, ids: readonly string[]): Original[] {
  const found = new Map<string, Original>();
  const add = (id: string): void => {
    for (const kind of KINDS) {
      const value = store.get(kind, id);
      if (!value || found.has(`${kind} ${id}`)) continue;
      found.set(`${kind} ${id}`, { kind, owner: store.ownerOf(kind, id) ?? PLATFORM, value });
      for (const text of textsIn(value)) add(text);
      for (const line of store.indexed('balance_transaction', 'source', id)) add(line.id);
    }
  };
  ids.forEach(add);
  return [...found.values()];
}

type Fields = Record<string, unknown> & { id: string };

/** The other amount, on the object and on the line of the balance that it moved. */
function withAmount(value: Fields, wanted: number | undefined): Fields {
  if (wanted === undefined) return value;
  const amount = Number(value.amount) < 0 ? -wanted : wanted;
  return 'net' in value ? { ...value, amount, net: amount - Number(value.fee) } : { ...value, amount };
}

/** Copies the objects of a payment that has ended, many times; no event is sent of them, and one that is there stays as it is. Inside a transaction. */
export function copyObjects(world: World, { of, replaced, amounts, copies }: CopiesInput): number {
  const originals = originalsOf(world, of);
  const missing = of.filter((id) => !originals.some(({ value }) => value.id === id));
  if (missing.length > 0) throw refused(`No such objects: ${missing.join(', ')}`, 'resource_missing', 'of');
  const ids = new Set(originals.map(({ value }) => value.id));
  const places = new Map(replaced.map((text, place) => [inJson(text), place]));
  const escaped = [...ids, ...places.keys()].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'g');
  const wanted = originals.map(
    ({ value }) => amounts[value.id] ?? amounts[(value as { source?: string }).source ?? ''],
  );
  const text = JSON.stringify(originals.map(({ value }) => value));
  for (const { suffix, shift, by } of copies) {
    if (by.length !== replaced.length) throw refused('A copy needs a text for each that is replaced.', undefined, 'by');
    const own = text.replace(pattern, (found) =>
      ids.has(found) ? `${found}${suffix}` : inJson(by[places.get(found)!] ?? ''),
    );
    for (const [i, value] of (JSON.parse(own) as Fields[]).entries()) {
      const { kind, owner } = originals[i]!;
      if (world.store.get(kind, value.id)) continue;
      for (const key of TIMES) if (typeof value[key] === 'number') value[key] += shift;
      world.create(kind, withAmount(value, wanted[i]) as never, owner);
    }
  }
  return originals.length * copies.length;
}
