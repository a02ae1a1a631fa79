import type { Account, Network } from '../engine/accounts.ts';
import type { Quota } from '../engine/quotas.ts';
import type { Grant, World } from '../engine/world.ts';
import type { Reply } from '../http.ts';

/** The app that is registered at a network. */
export interface AppKeys {
  id: string;
  secret: string;
  redirectUris: readonly string[];
}

export interface Settings {
  instagram: AppKeys;
  tiktok: AppKeys;
  youtube: AppKeys;
  youtubeKey: string;
  /** Where browsers reach the sandbox. */
  publicUrl: string;
  /** Origin of the application, for signed calls to it; null sends none. */
  webhookTarget: string | null;
  /** Limits of the quotas by their names, instead of the networks' own. */
  quotas?: Readonly<Record<string, number>>;
}

export interface Call {
  method: string;
  /** Below the host of the network, without the version of the API. */
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  json: Record<string, unknown>;
  bearer: string | null;
  world: World;
  settings: Settings;
  /** How a list is answered when a fault of pages applies. */
  pages: 'double' | 'half' | 'whole';
}

/** One call of a network's API that counts against a quota and can be given a fault. */
export interface Endpoint {
  name: string;
  network: Network;
  method: 'GET' | 'POST';
  host: string;
  /** Without the version of the API. */
  path: RegExp;
  quota: { quota: Quota; key: 'account' | 'app'; units?: number } | null;
  /** The consent that a call is made under; a reply where it is refused. */
  authorize: (call: Call) => { grant: Grant | null; account: Account | null; token: string | null } | Reply;
  run: (
    call: Call,
    who: { grant: Grant | null; account: Account | null; token: string | null },
    match: RegExpExecArray,
  ) => Reply;
  /** How this network says a fault. */
  refuse: (kind: '401' | '429' | '500' | 'quota', retryAfterSeconds: number) => Reply;
  /** Headers that state how much of a quota is used. */
  usage?: (used: number, limit: number, account: Account | null) => Record<string, string>;
}

export const isReply = (value: object): value is Reply => 'status' in value;

export const anonymous = { grant: null, account: null, token: null } as const;

/** The numbers of a page that begins after `after`: `half` gives fewer, `double` the same ones once more. */
export function pageSize(call: Call, limit: number): number {
  return call.pages === 'half' ? Math.max(1, Math.floor(limit / 2)) : limit;
}
