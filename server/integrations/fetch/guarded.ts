import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { isPublicAddress } from './addresses.ts';

/** Why a page, picture or file of another site was not fetched. */
export type FetchRefusal =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'redirects'
  | 'headers'
  | 'encoding'
  | 'type'
  | 'size'
  | 'timeout'
  | 'unreachable';

export class FetchRefused extends Error {
  readonly reason: FetchRefusal;

  constructor(reason: FetchRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}

export interface FetchLimits {
  /** Media types that are accepted in an answer of status 2xx, such as `text/html` or `image/*`. */
  types: readonly string[];
  /** Bytes of the body, counted compressed and unpacked. */
  maxBytes: number;
  /** From the first look-up to the last byte, redirects included. */
  timeoutMs: number;
  maxRedirects: number;
}

export interface Fetched {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  contentType: string;
  /** As the answer states it. */
  charset: string | null;
  body: Buffer;
}

/** Fetches what people name: sites, pictures, portfolio links. */
export type GuardedFetch = (
  address: string,
  limits: Partial<FetchLimits> & Pick<FetchLimits, 'types'>,
) => Promise<Fetched>;

export interface GuardOptions {
  resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Whether a connection to this address and port is allowed; public addresses at 80 and 443 by default. */
  mayConnect?: (address: string, port: number) => boolean;
  /** Opens a connection to an address that has passed. */
  open?: buildConnector.connector;
}

const DEFAULTS = { maxBytes: 1 << 20, timeoutMs: 5_000, maxRedirects: 3 } as const;
const MAX_URL = 2_048;
const MAX_HEADER_BYTES = 16_384;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const resolveAll = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);
const isPublicWeb = (address: string, port: number): boolean =>
  (port === 80 || port === 443) && isPublicAddress(address);

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** The parsed address; throws where no request may be made for it. */
function checkedUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL) throw new FetchRefused('url', `the address has more than ${MAX_URL} characters`);
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (!url) throw new FetchRefused('url', 'the address cannot be read');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('scheme', `${url.protocol} is not web`);
  if (url.username || url.password) throw new FetchRefused('credentials', 'the address carries a user name');
  return url;
}

/**
 * A connector that resolves a name itself, checks every address it stands for, and connects to the checked address: a
 * second look-up by the socket could be answered differently.
 */
function guardedConnector(options: Required<GuardOptions>): buildConnector.connector {
  const connect = async (given: buildConnector.Options): Promise<Parameters<buildConnector.Callback>> => {
    const hostname = given.hostname.replace(/^\[|\]$/g, '');
    const port = Number(given.port || (given.protocol === 'https:' ? 443 : 80));
    const addresses = isIP(hostname) ? [hostname] : await options.resolve(hostname);
    if (addresses.length === 0) throw new FetchRefused('unreachable', 'the name has no address');
    const refused = addresses.find((address) => !options.mayConnect(address, port));
    if (refused !== undefined) throw new FetchRefused('address', `${hostname} leads to ${refused}, port ${port}`);
    const servername = isIP(hostname) ? given.servername : hostname;
    let last: Error | null = null;
    for (const address of addresses.slice(0, 4)) {
      const [error, socket] = await new Promise<Parameters<buildConnector.Callback>>((settle) =>
        options.open({ ...given, hostname: address, ...(servername ? { servername } : {}) }, (...result) =>
          settle(result),
        ),
      );
      if (socket) return [null, socket];
      last = error;
    }
    return [last ?? new Error('not connected'), null];
  };
  return (given, callback) => {
    connect(given).then(
      ([error, socket]) => (socket ? callback(null, socket) : callback(error ?? new Error('not connected'), null)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

const matches = (type: string, accepted: string): boolean =>
  accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string =>
  [headers[name] ?? ''].flat()[0] ?? '';

async function readLimited(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = encoding === '' || encoding === 'identity' ? null : DECODERS[encoding]?.();
  if (decoder === undefined) throw new FetchRefused('encoding', `content-encoding ${encoding} is not accepted`);
  const tooLarge = (): FetchRefused => new FetchRefused('size', `the body is larger than ${maxBytes} bytes`);
  if (decoder) {
    let packed = 0;
    body.on('data', (chunk: Buffer) => {
      packed += chunk.length;
      if (packed > maxBytes) body.destroy(tooLarge());
    });
  }
  const source: Readable = decoder ? (pipeline(body, decoder, () => {}) as unknown as Readable) : body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusalOf(error: unknown, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error;
  if (signal.aborted) return new FetchRefused('timeout', 'the answer took too long', { cause: error });
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof FetchRefused) return cause;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchRefused('timeout', 'the site could not be reached in time');
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new FetchRefused('headers', 'the headers are too large');
  if (code?.startsWith('Z_') || code?.startsWith('ERR_BROTLI') || code === 'ERR_PADDING_2')
    return new FetchRefused('encoding', 'the body cannot be unpacked', { cause: error });
  return new FetchRefused('unreachable', 'the site did not answer', { cause: error });
}

/**
 * A fetch for addresses that people typed: it reaches public addresses alone, at the ports of the web, and checks every
 * hop of a redirect anew. It sends no cookies and no credentials and reads bodies up to a limit. Throws FetchRefused.
 */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const connect = guardedConnector({
    resolve: options.resolve ?? resolveAll,
    mayConnect: options.mayConnect ?? isPublicWeb,
    open: options.open ?? buildConnector({ timeout: DEFAULTS.timeoutMs, allowH2: false }),
  });
  return async (address, limits) => {
    const { types, maxBytes, timeoutMs, maxRedirects } = { ...DEFAULTS, ...limits };
    const signal = AbortSignal.timeout(timeoutMs);
    // One for each fetch: no connection is shared between the sites that people name.
    const agent = new Agent({ connect, maxHeaderSize: MAX_HEADER_BYTES, allowH2: false, pipelining: 1 });
    try {
      let url = checkedUrl(address);
      for (let hops = 0; ; hops += 1) {
        const { statusCode, headers, body } = await request(url, {
          dispatcher: agent,
          signal,
          // The signal bounds the whole fetch.
          headersTimeout: 0,
          bodyTimeout: 0,
          headers: { accept: types.join(', '), 'accept-encoding': 'gzip, br', 'user-agent': 'Sponsio-Link-Check/1.0' },
        });
        const location = headerOf(headers, 'location');
        if (REDIRECTS.has(statusCode) && location) {
          body.on('error', () => {}).destroy();
          if (hops >= maxRedirects) throw new FetchRefused('redirects', `more than ${maxRedirects} redirects`);
          url = checkedUrl(location, url);
          continue;
        }
        const stated = headerOf(headers, 'content-type');
        const contentType = stated.split(';')[0]!.trim().toLowerCase();
        const charset = /;\s*charset\s*=\s*"?\s*([\w-]{3,30})/i.exec(stated)?.[1]?.toLowerCase() ?? null;
        const isSuccess = statusCode >= 200 && statusCode < 300;
        body.on('error', () => {});
        if (isSuccess && !types.some((accepted) => matches(contentType, accepted)))
          throw new FetchRefused('type', `the answer is ${contentType || 'of no type'}`);
        if (Number(headerOf(headers, 'content-length')) > maxBytes)
          throw new FetchRefused('size', `the body is larger than ${maxBytes} bytes`);
        const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
        return {
          url: url.href,
          status: statusCode,
          contentType,
          charset,
          body: await readLimited(body, encoding, maxBytes),
        };
      }
    } catch (error) {
      throw refusalOf(error, signal);
    } finally {
      await agent.destroy();
    }
  };
}

/** Public addresses, and these; those that are not set are left out. */
export function allowingOrigins(origins: readonly (string | undefined)[]): NonNullable<GuardOptions['mayConnect']> {
  const urls = origins.flatMap((origin) => (origin === undefined ? [] : [new URL(origin)]));
  return (address, port) =>
    isPublicWeb(address, port) || urls.some((url) => address === url.hostname && port === portOf(url));
}
export const allowingOrigin = (origin: string): NonNullable<GuardOptions['mayConnect']> => allowingOrigins([origin]);
