import type { RawObject } from '../engine/form.ts';
import { list, pagination, readParams, text, type Read, type Shape } from '../engine/params.ts';
import { missing } from '../engine/api-error.ts';
import type { World } from '../engine/world.ts';
import type { Metadata } from '../objects/payment-types.ts';
import { NOUNS, type Kind, type Records } from '../objects/records.ts';

export interface Call<P> {
  world: World;
  params: P;
  /** Ids of the path, in order. */
  ids: string[];
}

export interface Endpoint {
  method: 'DELETE' | 'GET' | 'POST';
  segments: string[];
  /** Also callable for a connected account, with the Stripe-Account header. */
  forConnected: boolean;
  /** Checks the parameters, runs the call, and answers what to show and which ids to expand. */
  run(world: World, ids: string[], raw: RawObject): { value: object; expand: string[] };
}

const EXPAND = { expand: list(text(200), 20) };

/** `path` as in Stripe's reference, with `:` for an id: "/v1/transfers/:/reversals". */
export function endpoint<S extends Shape>(
  method: Endpoint['method'],
  path: string,
  shape: S,
  run: (call: Call<Read<S>>) => object,
  options: { forConnected?: boolean } = {},
): Endpoint {
  const full = { ...shape, ...EXPAND };
  return {
    method,
    segments: path.split('/').slice(1),
    forConnected: options.forConnected ?? false,
    run(world, ids, raw) {
      const params = readParams(full, raw);
      const expand = (params as { expand?: string[] }).expand ?? [];
      return { value: run({ world, params: params as Read<S>, ids }), expand };
    },
  };
}

type Paging = { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined };

/** A list answer, newest first, of the account in scope. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  url: string,
  params: Paging,
  options: {
    index?: { name: string; key: string } | undefined;
    keep?: (value: Records[K]) => boolean;
    owner?: string;
  } = {},
): object {
  const page = world.store.page(kind, {
    owner: options.owner ?? world.scope,
    limit: params.limit ?? 10,
    after: params.starting_after,
    before: params.ending_before,
    index: options.index,
    keep: options.keep,
  });
  if (page === null) {
    const param = params.ending_before === undefined ? 'starting_after' : 'ending_before';
    throw missing(NOUNS[kind] ?? kind, params.ending_before ?? params.starting_after ?? '', param);
  }
  return { object: 'list', data: page.data, has_more: page.hasMore, url };
}

export { pagination };

/** Metadata after an update: given keys replace, empty values remove. */
export function mergeMetadata(before: Metadata, change: Metadata | undefined): Metadata {
  const merged = { ...before, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

export const firstIndex = (
  ...candidates: [name: string, key: string | undefined][]
): { name: string; key: string } | undefined => {
  const found = candidates.find(([, key]) => key !== undefined);
  return found ? { name: found[0], key: found[1]! } : undefined;
};
