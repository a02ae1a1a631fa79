import * as z from 'zod';
import { readAnswer } from '../call.ts';
import { consentAddress, grantsBy, type NetworkOptions } from '../oauth.ts';
import type { ConsentCalls, SocialGrant, SocialProblem } from '../social.ts';

const TOKENS = 'oauth2.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

export function consentCalls({ clientId, clientSecret, call, pagesBase }: NetworkOptions): ConsentCalls {
  async function tokens(form: Record<string, string>, onRefused: SocialProblem): Promise<SocialGrant> {
    const answer = await call({
      method: 'POST',
      url: `${TOKENS}/token`,
      form: { client_id: clientId, client_secret: clientSecret, ...form },
    });
    const read = readAnswer(answer, tokenAnswer, 'youtube token', ({ body }) =>
      z.object({ error: z.literal('invalid_grant') }).safeParse(body).success ? onRefused : 'refused',
    );
    return {
      tokens: { access: read.access_token, refresh: read.refresh_token ?? form['refresh_token'] ?? null },
      accessSeconds: read.expires_in,
      consentSeconds: null,
      scopes: read.scope?.split(' ') ?? null,
    };
  }
  return {
    scopes: [SCOPE],
    required: [SCOPE],
    authorizeUrl: (input) =>
      consentAddress(pagesBase, 'accounts.google.com/o/oauth2/v2/auth', {
        ...input,
        client_id: clientId,
        scope: SCOPE,
        // A refresh token comes with the consent alone.
        access_type: 'offline',
        prompt: 'consent',
      }),
    ...grantsBy('youtube', tokens),
    async revoke({ access, refresh }) {
      await call({ method: 'POST', url: `${TOKENS}/revoke`, form: { token: refresh ?? access } });
    },
  };
}
