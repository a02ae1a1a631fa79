import * as z from 'zod';
import { readAnswer, type NetworkAnswer, type NetworkCaller } from '../call.ts';
import type { SocialProblem } from '../social.ts';

const API = 'www.googleapis.com/youtube/v3';

/** A number as the Data API writes it. */
export const count = z.string().regex(/^\d+$/).transform(Number);
const apiError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }) });

function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const read = apiError.safeParse(body);
  const reason = read.success ? (read.data.error.errors?.[0]?.reason ?? '') : '';
  if (['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'].includes(reason))
    return 'rate';
  if (status === 401) return 'expired';
  if (reason === 'insufficientPermissions') return 'scope';
  return status === 404 ? 'missing' : 'refused';
}

/** Reads from the Data API, with the consent of the channel's owner or by the key in the query. */
export type DataApi = <T>(
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<T>,
  access?: string,
) => Promise<T>;

export const createDataApi =
  (call: NetworkCaller): DataApi =>
  async (path, query, schema, access) =>
    readAnswer(
      await call({ method: 'GET', url: `${API}/${path}`, query, ...(access === undefined ? {} : { bearer: access }) }),
      schema,
      `youtube ${path}`,
      problemOf,
    );
