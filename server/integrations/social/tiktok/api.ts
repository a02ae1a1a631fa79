import * as z from 'zod';
import type { NetworkAnswer } from '../call.ts';
import type { SocialProblem } from '../social.ts';

export const HOST = 'open.tiktokapis.com';

const apiError = z.object({ error: z.object({ code: z.string() }) });

export function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const api = apiError.safeParse(body);
  const code = api.success ? api.data.error.code : '';
  if (code === 'scope_not_authorized' || code === 'scope_permission_missed') return 'scope';
  if (code === 'rate_limit_exceeded') return 'rate';
  if (code === 'access_token_invalid' || status === 401) return 'expired';
  return 'refused';
}
