import { Agent, request } from 'undici';
import * as z from 'zod';
import { storable } from '../../core/text.ts';
import { SocialError, type SocialProblem } from './social.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 4 << 20;

export interface NetworkCall {
  method: 'GET' | 'POST';
  /** Host and path at the network. */
  url: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
  bearer?: string;
}

export interface NetworkAnswer {
  status: number;
  body: unknown;
  retryAfterSeconds: number | null;
  /** How much of the account's calls is used, in percent; null where the network does not say. */
  usedPercent: number | null;
}

/** Calls the hosts of the networks; `apiBase` stands before each host where a sandbox answers for all of them. */
export type NetworkCaller = (call: NetworkCall) => Promise<NetworkAnswer>;

export const addressAt = (apiBase: string | null, url: string): URL =>
  new URL(apiBase === null ? `https://${url}` : `${apiBase.replace(/\/$/, '')}/${url}`);

export function createNetworkCaller(apiBase: string | null): NetworkCaller {
  const agent = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_BYTES,
  });
  return async ({ method, url, query = {}, form, json, bearer }) => {
    const address = addressAt(apiBase, url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? null : JSON.stringify(json);
    try {
      const answer = await request(address, {
        method,
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        body,
        headers: {
          accept: 'application/json',
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...(json === undefined ? {} : { 'content-type': 'application/json; charset=UTF-8' }),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
      });
      const text = await answer.body.text();
      const retryAfter = Number(answer.headers['retry-after']);
      return {
        status: answer.statusCode,
        body: parsed(text),
        usedPercent: usedPercentOf(answer.headers['x-business-use-case-usage']),
        retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, 86_400) : null,
      };
    } catch (error) {
      // The address carries a token: it stays out of the message.
      throw new SocialError('unavailable', `${method} ${url} got no answer`, null, { cause: codeOf(error) });
    }
  };
}

const usage = z.record(z.string(), z.array(z.object({ call_count: z.number() })));

/** Meta's header: for each account its kinds of calls, in percent of what is allowed. */
function usedPercentOf(header: string | string[] | undefined): number | null {
  const read = usage.safeParse(parsed([header ?? ''].flat()[0] ?? ''));
  if (!read.success) return null;
  const counts = Object.values(read.data).flatMap((kinds) => kinds.map(({ call_count }) => call_count));
  return counts.length > 0 ? Math.max(...counts) : null;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    return null;
  }
}

/** The body of a successful answer, of the shape that the network documents; a SocialError for any other. */
export function readAnswer<T>(
  answer: NetworkAnswer,
  schema: z.ZodType<T>,
  what: string,
  problemOf: (answer: NetworkAnswer) => SocialProblem,
): T {
  if (answer.status >= 500) throw new SocialError('unavailable', `${what} answered ${answer.status}`);
  if (answer.status < 200 || answer.status >= 300) {
    const problem = answer.status === 429 ? 'rate' : problemOf(answer);
    throw new SocialError(problem, `${what} answered ${answer.status}`, answer.retryAfterSeconds);
  }
  const read = schema.safeParse(answer.body);
  if (!read.success) throw new SocialError('unavailable', `${what} answered in another shape`);
  return read.data;
}
