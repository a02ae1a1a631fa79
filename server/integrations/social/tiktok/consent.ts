import * as z from 'zod';
import { readAnswer } from '../call.ts';
import { consentAddress, grantsBy, type NetworkOptions } from '../oauth.ts';
import { SocialError, type ConsentCalls, type SocialGrant, type SocialProblem } from '../social.ts';
import { HOST } from './api.ts';

const SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'] as const;

const oauthError = z.object({ error: z.string() });
const tokenAnswer = z.object({
  scope: z.string(),
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});

export function consentCalls({ clientId, clientSecret, call, pagesBase }: NetworkOptions): ConsentCalls {
  async function tokens(form: Record<string, string>, onRefused: SocialProblem): Promise<SocialGrant> {
    const answer = await call({
      method: 'POST',
      url: `${HOST}/v2/oauth/token/`,
      form: { client_key: clientId, client_secret: clientSecret, ...form },
    });
    // TikTok answers some refusals of this call with 200.
    const refusal = oauthError.safeParse(answer.body);
    if (answer.status < 500 && answer.status !== 429 && refusal.success)
      throw new SocialError(
        refusal.data.error === 'invalid_grant' ? onRefused : 'refused',
        `tiktok refused a token: ${refusal.data.error}`,
      );
    const read = readAnswer(answer, tokenAnswer, 'tiktok token', () => 'refused');
    return {
      tokens: { access: read.access_token, refresh: read.refresh_token },
      accessSeconds: read.expires_in,
      consentSeconds: read.refresh_expires_in,
      scopes: read.scope.split(',').filter(Boolean),
    };
  }
  return {
    scopes: SCOPES,
    required: ['user.info.basic'],
    authorizeUrl: (input) =>
      consentAddress(pagesBase, 'www.tiktok.com/v2/auth/authorize/', {
        ...input,
        client_key: clientId,
        scope: SCOPES.join(','),
      }),
    ...grantsBy('tiktok', tokens),
    async revoke({ access }) {
      await call({
        method: 'POST',
        url: `${HOST}/v2/oauth/revoke/`,
        form: { client_key: clientId, client_secret: clientSecret, token: access },
      });
    },
  };
}
