import http from 'node:http';
import { cpuByProcess, withInstance } from '../../bench/lib/instance.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from '../../bench/lib/measurement.ts';
import type { Measuring } from '../lib/measured.ts';
import { DEFAULT_PUBLIC_KEY, PUBLIC_KEY_HEADER } from '../../server/core/public-key.ts';
import { explain } from '../lib/failure.ts';
import { readFlags } from '../lib/flags.ts';
import { runningAt } from '../stack/instance.ts';

export interface Answer {
  status: number;
  text: string;
  json: Record<string, unknown> | null;
  /** Name and value of each cookie that was set. */
  cookies: string[];
  ms: number;
}

export interface SentRequest {
  method?: string;
  body?: unknown;
  /** Sent unchanged instead of `body` as JSON. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  /** Source address of the connection, one of this machine's many: 127.a.b.c. */
  from?: string;
}

export interface Target {
  url: string;
  mailboxUrl: string;
  /** State folder of the script's own instance; null for a given address. */
  home: string | null;
  /** Processor time of the API in seconds; null for a given address. */
  cpu: (() => number) | null;
  send(path: string, request?: SentRequest): Promise<Answer>;
}

/** The own instance trusts the forwarded addresses of connections from here. */
export const PROXY_NETWORK = '127.1.0.0/16';

/** The n-th address of a loopback network: `address(1, 300)` is 127.1.1.45. */
export const address = (network: number, n: number): string =>
  `127.${network}.${Math.floor(n / 255) % 255}.${(n % 255) + 1}`;

function targetOf(url: string, mailboxUrl: string, home: string | null, cpu: Target['cpu']): Target {
  const { hostname, port } = new URL(url);
  return {
    url,
    mailboxUrl,
    home,
    cpu,
    send: (path, { method = 'POST', body, raw, headers = {}, from } = {}) =>
      new Promise((resolve, reject) => {
        const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
        const since = performance.now();
        const request = http.request(
          {
            hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
            port,
            path,
            method,
            ...(from ? { localAddress: from } : {}),
            agent: false,
            headers: {
              host: new URL(url).host,
              origin: url,
              'content-type': 'application/json',
              [PUBLIC_KEY_HEADER]: DEFAULT_PUBLIC_KEY,
              ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString('utf8');
              let json: Answer['json'] = null;
              try {
                json = JSON.parse(text);
              } catch {
                // Not JSON: the caller sees null.
              }
              resolve({
                status: response.statusCode ?? 0,
                text,
                json,
                cookies: (response.headers['set-cookie'] ?? []).map((c) => c.split(';')[0] ?? ''),
                ms: performance.now() - since,
              });
            });
          },
        );
        request.on('error', reject);
        if (payload !== undefined) request.write(payload);
        request.end();
      }),
  };
}

export interface Row {
  what: string;
  bar: string;
  measured: string;
  ok: boolean;
  /** Whether it depends on the machine's speed: a busy machine gets no verdict. */
  timed?: boolean;
}

function giveUp(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

/**
 * Measures against `--url` (and `--mailbox`) or an instance of its own, prints bars and results, and ends the process
 * with 1 when a bar is missed.
 */
export async function measure(
  script: Measuring,
  help: string,
  size: number,
  work: (target: Target, size: number) => Promise<Row[]>,
): Promise<void> {
  const { values } = readFlags({
    options: {
      url: { type: 'string' },
      mailbox: { type: 'string', default: 'http://127.0.0.1:8025' },
      size: { type: 'string', default: String(size) },
      ...RECORD,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(
      `${help}\n\nOptions: --url http://… --mailbox http://… (an instance that runs; without them one of its own is started), --size ${size}\n${RECORD_HELP}`,
    );
    return;
  }
  const count = Number(values.size);
  const measurement = await beginMeasurement(script, values.record);
  process.env['TRUSTED_PROXIES'] = PROXY_NETWORK;
  const given = values.url ? await runningAt({ url: values.url, mailbox: values.mailbox }).catch(giveUp) : null;
  const rows = given
    ? await work(targetOf(given.url, given.mailboxUrl, null, null), count)
    : await withInstance(['--no-seed'], (own) =>
        work(
          targetOf(own.url, own.mailboxUrl, own.home, () => cpuByProcess(own.pid).get('api') ?? 0),
          count,
        ),
      );
  for (const { what, bar, measured, ok, timed = false } of rows)
    measurement.finding(what, measured, bar, ok, { exact: !timed });
  process.exitCode = await measurement.end();
}

export const PASSWORD = 'quiet-harbour-light';
let people = 0;

/** A fresh mailbox name. */
export const mailbox = (label: string): string => `${label}.${Date.now().toString(36)}.${(people += 1)}@sec.example`;

/** A real account of a fresh mailbox; `device` is the cookie that its browser keeps. */
export async function account(target: Target, label: string, n: number): Promise<{ email: string; device: string }> {
  const email = mailbox(label);
  const made = await target.send('/api/auth/sign-up/email', {
    body: { email, password: PASSWORD, name: 'Tester' },
    from: address(3, n),
  });
  if (made.status !== 200) throw new Error(`no account could be made: ${made.status} ${made.text}`);
  return { email, device: made.cookies.find((c) => c.includes('known_device')) ?? '' };
}

/** Runs at most `width` at once, in order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await act(items[index]!, index);
      }
    }),
  );
  return results;
}

/** The six digits in the newest mail to an address. */
export async function codeTo(target: Target, email: string, waitMs = 30_000): Promise<string> {
  for (const end = Date.now() + waitMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const found = (await (
      await fetch(`${target.mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${email} code`)}`)
    ).json()) as { messages: { ID: string }[] };
    if (!found.messages[0]) continue;
    const mail = (await (await fetch(`${target.mailboxUrl}/api/v1/message/${found.messages[0].ID}`)).json()) as {
      Text: string;
    };
    const digits = /\b(\d{6})\b/.exec(mail.Text)?.[1];
    if (digits) return digits;
  }
  throw new Error(`no code came to ${email}`);
}
