import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerPage } from './consent.ts';
import { answerControl } from './control.ts';
import { NETWORKS } from './engine/accounts.ts';
import { pictureOf } from './engine/picture.ts';
import { Quotas } from './engine/quotas.ts';
import { digestOf, World, type Fault } from './engine/world.ts';
import { json, readBody, send, type Reply } from './http.ts';
import { INSTAGRAM } from './networks/instagram.ts';
import { isReply, anonymous, type Call, type Endpoint, type Settings } from './networks/network.ts';
import { pageLocale } from './pages.ts';
import { answerPost } from './posts.ts';
import { TIKTOK } from './networks/tiktok.ts';
import { YOUTUBE } from './networks/youtube.ts';

const ENDPOINTS: readonly Endpoint[] = [...INSTAGRAM, ...TIKTOK, ...YOUTUBE];
const HOSTS_OF_NETWORKS: ReadonlySet<string> = new Set(ENDPOINTS.map(({ host }) => host));
const VERSION = /^\/v\d+\.\d+(?=\/)/;

export interface SocialSandboxOptions {
  port: number;
  /** 127.0.0.1 unless it is named, as in a container. */
  host?: string;
  stateDir: string;
  seed?: string;
  settings: Omit<Settings, 'publicUrl'> & { publicUrl?: string | null };
  report?: (error: unknown) => void;
}

export interface RunningSocialSandbox {
  port: number;
  url: string;
  world: World;
  close(): Promise<void>;
}

/** A call without an answer, until the caller gives up. */
const NO_ANSWER = Symbol('no answer');

class Api {
  readonly #world: World;
  readonly #settings: Settings;
  readonly #quotas = new Quotas();

  constructor(world: World, settings: Settings) {
    this.#world = world;
    this.#settings = settings;
  }

  answer(
    host: string,
    path: string,
    given: Pick<Call, 'bearer' | 'form' | 'json' | 'method' | 'query'>,
  ): Reply | typeof NO_ANSWER {
    const bare = path.replace(VERSION, '');
    const endpoint = ENDPOINTS.find((one) => one.host === host && one.method === given.method && one.path.test(bare));
    if (!endpoint) return json(404, { error: { message: `Unknown path ${path}`, code: 'unknown_path' } });
    const call: Call = { ...given, path: bare, world: this.#world, settings: this.#settings, pages: 'whole' };
    const who = endpoint.authorize(call);
    const known = isReply(who) ? anonymous : who;
    const handle = known.account?.handle ?? null;
    const fault = this.#world.takeFault(endpoint.network, endpoint.name, handle);
    const { reply, quota, over } = this.#run(endpoint, call, who, fault);
    this.#world.record({
      at: this.#world.now(),
      network: endpoint.network,
      call: endpoint.name,
      handle,
      token: known.token ? digestOf(known.token).slice(0, 12) : null,
      status: reply === NO_ANSWER ? 0 : reply.status,
      fault: fault?.kind ?? null,
      quota,
      overQuota: over,
    });
    return reply;
  }

  #run(
    endpoint: Endpoint,
    call: Call,
    who: ReturnType<Endpoint['authorize']>,
    fault: Fault | null,
  ): { reply: Reply | typeof NO_ANSWER; quota: string | null; over: boolean } {
    const none = { quota: null, over: false };
    switch (fault?.kind) {
      case '401':
      case '429':
      case '500':
        return { reply: endpoint.refuse(fault.kind, fault.retryAfterSeconds), ...none };
      case 'down':
        return {
          reply: { status: 503, body: 'Service Unavailable', headers: { 'content-type': 'text/plain' } },
          ...none,
        };
      case 'timeout_before':
        return { reply: NO_ANSWER, ...none };
      case 'scope_withdrawn':
        if (!isReply(who) && who.grant && fault.scope) this.#world.withdraw(who.grant, fault.scope);
        return this.#counted(endpoint, call, endpoint.authorize(call));
      default:
    }
    if (fault?.kind === 'half_page') call.pages = 'half';
    if (fault?.kind === 'double_page') call.pages = 'double';
    const done = this.#counted(endpoint, call, who);
    return fault?.kind === 'timeout_after' ? { ...done, reply: NO_ANSWER } : done;
  }

  #counted(endpoint: Endpoint, call: Call, who: ReturnType<Endpoint['authorize']>) {
    if (isReply(who)) return { reply: who, quota: null, over: false };
    if (!endpoint.quota) return { reply: this.#matched(endpoint, call, who), quota: null, over: false };
    const key = endpoint.quota.key === 'account' ? (who.account?.id ?? 'app') : 'app';
    const { quota } = endpoint.quota;
    const limited = { ...quota, limit: this.#settings.quotas?.[quota.name] ?? quota.limit };
    const use = this.#quotas.use(limited, key, this.#world.now(), endpoint.quota.units);
    const reply = use.over ? endpoint.refuse('quota', use.retryAfterSeconds) : this.#matched(endpoint, call, who);
    const headers = { ...reply.headers, ...endpoint.usage?.(use.used, use.limit, who.account) };
    return { reply: { ...reply, headers }, quota: `${quota.name}:${key}`, over: use.over };
  }

  #matched(endpoint: Endpoint, call: Call, who: Exclude<ReturnType<Endpoint['authorize']>, Reply>): Reply {
    return endpoint.run(call, who, endpoint.path.exec(call.path)!);
  }
}

function jsonBody(request: IncomingMessage, text: string): Record<string, unknown> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json') || text === '') return {};
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}

/** Starts the social sandbox. Consents, tokens and records are read from `stateDir` and written there. */
export async function startSocialSandbox(options: SocialSandboxOptions): Promise<RunningSocialSandbox> {
  const report = options.report ?? ((error: unknown) => console.error('social sandbox:', error));
  const world = new World(options.stateDir, options.seed ?? 'sponsio');
  const settings: Settings = { ...options.settings, publicUrl: options.settings.publicUrl ?? '' };
  const api = new Api(world, settings);
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', 'social']);

  async function answer(request: IncomingMessage): Promise<Reply | typeof NO_ANSWER> {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const method = request.method ?? 'GET';
    if (!names.has((request.headers.host ?? '').replace(/:\d+$/, ''))) return json(403, { error: 'unknown host' });
    if (url.pathname === '/livez') return json(200, { ok: true });
    const [, first = '', ...rest] = url.pathname.split('/');
    if (first === 'pictures')
      return { status: 200, body: pictureOf(rest.join('/')), headers: { 'content-type': 'image/png' } };
    const text = await readBody(request);
    if (first === '_sandbox') {
      if (method !== 'GET' && !(request.headers['content-type'] ?? '').startsWith('application/json'))
        return json(415, { error: 'send application/json' });
      return answerControl(method, url.pathname, url.searchParams, text, world, settings);
    }
    const post =
      method === 'GET'
        ? answerPost(
            {
              path: url.pathname,
              query: url.searchParams,
              locale: pageLocale(request.headers['accept-language']),
            },
            world,
          )
        : null;
    if (post) return post === 'silent' ? NO_ANSWER : post;
    const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
    const form = new URLSearchParams(isForm ? text : '');
    const shown = await answerPage(
      { method, path: url.pathname, query: url.searchParams, form, acceptLanguage: request.headers['accept-language'] },
      world,
      settings,
    );
    if (shown) return shown;
    if (!HOSTS_OF_NETWORKS.has(first))
      return json(404, { error: `no network at ${first}; there are ${NETWORKS.join(', ')}` });
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
    return api.answer(first, `/${rest.join('/')}`, {
      method,
      query: url.searchParams,
      form,
      json: jsonBody(request, text),
      bearer,
    });
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      (reply) => {
        if (reply !== NO_ANSWER) send(response, reply);
      },
      (error: unknown) => {
        report(error);
        send(response, json(500, { error: 'the sandbox failed' }));
      },
    );
  });
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  settings.publicUrl ||= `http://127.0.0.1:${port}`;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    world,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
