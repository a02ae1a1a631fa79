import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { accountOf, type Account, type AccountSettings, type Network } from './accounts.ts';

/** The consent of an account to an app. */
export interface Grant {
  id: string;
  network: Network;
  handle: string;
  scopes: string[];
  at: number;
  revokedAt: number | null;
}

export type TokenKind = 'access' | 'code' | 'long' | 'refresh' | 'short';

export interface Token {
  grant: string;
  kind: TokenKind;
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
  redirectUri?: string;
  /** The token that replaced it, and until when a repeated call still gets that one. */
  successor?: { access: string; refresh: string; until: number };
}

export const FAULT_KINDS = [
  '401',
  '429',
  '500',
  'timeout_before',
  'timeout_after',
  'half_page',
  'double_page',
  'scope_withdrawn',
  'down',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  id: string;
  kind: FaultKind;
  network?: Network | undefined;
  /** Name of a call, such as `instagram.media`. */
  call?: string | undefined;
  handle?: string | undefined;
  /** Calls that it still applies to; null until it is removed. */
  times: number | null;
  retryAfterSeconds: number;
  /** The scope that `scope_withdrawn` takes away. */
  scope?: string | undefined;
}

/**
 * What a post's page is: `says_gone`: not there, with the status of a success · `cut`: the beginning of its text · `commented`:
 * with the post and the day of another account in a comment.
 */
export const POST_PAGES = ['shown', 'gone', 'says_gone', 'sign_in', 'broken', 'silent', 'cut', 'commented'] as const;

/** A post that a command has published. */
export interface PublishedPost {
  network: Network;
  id: string;
  handle: string;
  text: string;
  /** When it was published; null: its page states no day. */
  at: number | null;
  page: (typeof POST_PAGES)[number];
}

/** One call as the network saw it. Tokens appear as the first letters of their digest. */
export interface CallRecord {
  n: number;
  at: number;
  network: Network;
  call: string;
  handle: string | null;
  token: string | null;
  status: number;
  fault: FaultKind | null;
  /** The quota that it used, and whether it was above it. */
  quota: string | null;
  overQuota: boolean;
}

interface State {
  offset: number;
  frozenAt: number | null;
  settings: Record<string, AccountSettings>;
  grants: Record<string, Grant>;
  tokens: Record<string, Token>;
  faults: Fault[];
  /** `network:number` to handle, of every account that was named in a call. */
  known: Record<string, string>;
  /** By `network:id`. */
  posts: Record<string, PublishedPost>;
}

const EMPTY: State = {
  offset: 0,
  frozenAt: null,
  settings: {},
  grants: {},
  tokens: {},
  faults: [],
  known: {},
  posts: {},
};
const MAX_RECORDS = 200_000;
const MAX_RECORD_BYTES = 64 << 20;

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Everything the sandbox stores: a file of state, written before an answer leaves, and a file of calls. */
export class World {
  readonly seed: string;
  readonly #folder: string;
  #state: State;
  #calls: CallRecord[] = [];
  #nextCall = 1;

  constructor(folder: string, seed: string) {
    this.seed = seed;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#state = existsSync(this.#file('state.json'))
      ? { ...EMPTY, ...(JSON.parse(readFileSync(this.#file('state.json'), 'utf8')) as State) }
      : structuredClone(EMPTY);
    this.#readCalls();
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #readCalls(): void {
    const file = this.#file('calls.jsonl');
    if (!existsSync(file)) return;
    if (statSync(file).size > MAX_RECORD_BYTES) return renameSync(file, `${file}.1`);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        if (line) this.#calls.push(JSON.parse(line) as CallRecord);
      } catch {
        // Cut off when the process was killed: never answered.
      }
    }
    this.#nextCall = (this.#calls.at(-1)?.n ?? 0) + 1;
  }

  #save(): void {
    writeFileSync(`${this.#file('state.json')}.new`, JSON.stringify(this.#state), { mode: 0o600 });
    renameSync(`${this.#file('state.json')}.new`, this.#file('state.json'));
  }

  now(): number {
    return this.#state.frozenAt ?? Date.now() + this.#state.offset;
  }

  get frozen(): boolean {
    return this.#state.frozenAt !== null;
  }

  setClock(ms: number, frozen: boolean): void {
    this.#state.offset = ms - Date.now();
    this.#state.frozenAt = frozen ? ms : null;
    this.#save();
  }

  reset(): void {
    this.#state = structuredClone(EMPTY);
    this.#calls = [];
    rmSync(this.#file('calls.jsonl'), { force: true });
    this.#save();
  }

  account(network: Network, handle: string): Account | null {
    const name = handle.toLowerCase().replace(/^@/, '');
    const found = accountOf(this.seed, network, name, this.#state.settings[`${network}:${name}`]);
    if (found && this.#state.known[`${network}:${found.number}`] === undefined) {
      this.#state.known[`${network}:${found.number}`] = name;
      this.#state.known[`${network}:${found.id}`] = name;
      this.#save();
    }
    return found;
  }

  /** An account that was named before, by its id or by the number in the ids of its posts. */
  accountById(network: Network, id: string): Account | null {
    const handle = this.#state.known[`${network}:${id}`];
    return handle === undefined ? null : this.account(network, handle);
  }

  /** Known accounts of a network. */
  knownAccounts(network: Network): Account[] {
    const handles = Object.entries(this.#state.known).flatMap(([key, handle]) =>
      key.startsWith(`${network}:`) ? [handle] : [],
    );
    return [...new Set(handles)].flatMap((handle) => this.account(network, handle) ?? []);
  }

  configure(network: Network, handle: string, settings: AccountSettings): Account | null {
    const name = handle.toLowerCase().replace(/^@/, '');
    const key = `${network}:${name}`;
    this.#state.settings[key] = { ...this.#state.settings[key], ...settings };
    this.#save();
    return this.account(network, name);
  }

  post(network: Network, id: string): PublishedPost | null {
    return this.#state.posts[`${network}:${id}`] ?? null;
  }

  putPost(post: PublishedPost): PublishedPost {
    this.#state.posts[`${post.network}:${post.id}`] = post;
    this.#save();
    return post;
  }

  grants(network?: Network, handle?: string): Grant[] {
    return Object.values(this.#state.grants).filter(
      (grant) => (!network || grant.network === network) && (!handle || grant.handle === handle),
    );
  }

  grant(id: string): Grant | null {
    return this.#state.grants[id] ?? null;
  }

  /** Consent to these scopes; an earlier one of the same account is replaced, its tokens go on. */
  consent(network: Network, handle: string, scopes: readonly string[]): Grant {
    const current = this.grants(network, handle).find(({ revokedAt }) => revokedAt === null);
    const grant: Grant = {
      id: current?.id ?? randomBytes(8).toString('hex'),
      network,
      handle,
      scopes: [...scopes],
      at: this.now(),
      revokedAt: null,
    };
    this.#state.grants[grant.id] = grant;
    this.#save();
    return grant;
  }

  withdraw(grant: Grant, scope?: string): Grant {
    const scopes = grant.scopes.filter((one) => one !== scope);
    const changed = { ...grant, ...(scope === undefined ? { revokedAt: this.now() } : { scopes }) };
    this.#state.grants[grant.id] = changed;
    this.#save();
    return changed;
  }

  /** A new token. The text leaves once, here is only its digest. */
  issue(grant: Grant, kind: TokenKind, lifeMs: number, more: Partial<Token> = {}): string {
    const prefix = { instagram: 'IGAA', tiktok: 'act.', youtube: 'ya29.' }[grant.network];
    const text =
      kind === 'code' ? randomBytes(24).toString('base64url') : `${prefix}${randomBytes(32).toString('base64url')}`;
    const issuedAt = this.now();
    this.#state.tokens[digestOf(text)] = {
      grant: grant.id,
      kind,
      issuedAt,
      expiresAt: issuedAt + lifeMs,
      usedAt: null,
      ...more,
    };
    this.#forgetOldTokens();
    this.#save();
    return text;
  }

  #forgetOldTokens(): void {
    const limit = this.now() - 30 * 86_400_000;
    for (const [key, { expiresAt }] of Object.entries(this.#state.tokens))
      if (expiresAt < limit) delete this.#state.tokens[key];
  }

  token(text: string): Token | null {
    return this.#state.tokens[digestOf(text)] ?? null;
  }

  changeToken(text: string, change: Partial<Token>): void {
    const token = this.token(text);
    if (token) this.#state.tokens[digestOf(text)] = { ...token, ...change };
    this.#save();
  }

  faults(): readonly Fault[] {
    return this.#state.faults;
  }

  addFault(fault: Omit<Fault, 'id'>): Fault {
    const added = { ...fault, id: randomBytes(4).toString('hex') };
    this.#state.faults.push(added);
    this.#save();
    return added;
  }

  removeFaults(): void {
    this.#state.faults = [];
    this.#save();
  }

  /** The fault that applies to a call; it is used up by one. */
  takeFault(network: Network, call: string, handle: string | null): Fault | null {
    const fault = this.#state.faults.find(
      (one) =>
        (!one.network || one.network === network) &&
        (!one.call || one.call === call) &&
        (!one.handle || one.handle === handle),
    );
    if (!fault) return null;
    if (fault.times !== null) {
      fault.times -= 1;
      this.#state.faults = this.#state.faults.filter(({ times }) => times === null || times > 0);
      this.#save();
    }
    return fault;
  }

  record(call: Omit<CallRecord, 'n'>): void {
    const recorded = { n: this.#nextCall, ...call };
    this.#nextCall += 1;
    this.#calls.push(recorded);
    if (this.#calls.length > MAX_RECORDS) this.#calls.splice(0, this.#calls.length - MAX_RECORDS);
    appendFileSync(this.#file('calls.jsonl'), `${JSON.stringify(recorded)}\n`, { mode: 0o600 });
  }

  calls(): readonly CallRecord[] {
    return this.#calls;
  }
}
