import * as z from 'zod';
import { readAnswer, type NetworkAnswer, type NetworkCaller } from '../call.ts';
import { SocialError, type SocialProblem } from '../social.ts';

const HOST = 'graph.instagram.com';
export const VERSION = 'v23.0';
/** Percent of an account's calls from which on none is made for a while. */
const NEARLY_USED = 95;
const REST_MS = 15 * 60_000;

const errorBody = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) });

/**
 * Meaning of the error codes: 190 token, 10 and 200 permission, 4, 17, 32, 613 and 80002 limits, 100 wrong request; of the
 * subcodes: 33 no such object, 2108006 a post from before the account was a professional one, which has no insights.
 */
function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const read = errorBody.safeParse(body);
  const { code, error_subcode: subcode } = read.success ? read.data.error : { code: 0, error_subcode: undefined };
  if (subcode === 2_108_006) return 'missing';
  if (code === 190 || status === 401) return 'expired';
  if (code === 10 && subcode === 2_207_050) return 'personal';
  if (code === 10 || code === 200) return 'scope';
  if ([4, 17, 32, 613, 80_002].includes(code)) return 'rate';
  if (code === 100 && subcode === 33) return 'missing';
  return 'refused';
}

/** Times are written with an offset that `Date` does not read. */
export const instantOf = (text: string): Date => new Date(text.replace(/\+0000$/, 'Z'));

/** Reads from the Graph API; `query` carries the token. */
export type Graph = <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>) => Promise<T>;

export function createGraph(call: NetworkCaller): Graph {
  /** Until when a token rests whose account has used nearly all of its calls. */
  const rests = new Map<string, number>();
  return async (path, query, schema) => {
    const key = query['access_token'] ?? '';
    const left = (rests.get(key) ?? 0) - Date.now();
    if (left > 0) throw new SocialError('rate', `instagram ${path} waits for its limit`, Math.ceil(left / 1_000));
    rests.delete(key);
    const answer = await call({ method: 'GET', url: `${HOST}/${path}`, query });
    if ((answer.usedPercent ?? 0) >= NEARLY_USED) rests.set(key, Date.now() + REST_MS);
    return readAnswer(answer, schema, `instagram ${path}`, problemOf);
  };
}
