import * as z from 'zod';
import { readAnswer } from '../call.ts';
import { consentAddress, type NetworkOptions } from '../oauth.ts';
import type { ConsentCalls, SocialGrant } from '../social.ts';
import type { Graph } from './api.ts';

const SCOPES = [
  'instagram_business_basic',
  'instagram_business_manage_insights',
  'instagram_business_manage_comments',
] as const;

const codeAnswer = z.object({
  access_token: z.string(),
  permissions: z.union([z.string(), z.array(z.string())]).optional(),
});
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

const granted = ({ access_token, expires_in }: z.infer<typeof tokenAnswer>, scopes: string[] | null): SocialGrant => ({
  tokens: { access: access_token, refresh: null },
  accessSeconds: expires_in,
  consentSeconds: expires_in,
  scopes,
});

export function consentCalls({ clientId, clientSecret, call, pagesBase }: NetworkOptions, graph: Graph): ConsentCalls {
  return {
    scopes: SCOPES,
    required: ['instagram_business_basic'],
    authorizeUrl: (input) =>
      consentAddress(pagesBase, 'www.instagram.com/oauth/authorize', {
        ...input,
        client_id: clientId,
        scope: SCOPES.join(','),
      }),
    async exchange({ code, redirectUri }) {
      const answer = await call({
        method: 'POST',
        url: 'api.instagram.com/oauth/access_token',
        form: {
          client_id: clientId,
          client_secret: clientSecret,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          // Instagram ends its redirects with this.
          code: code.replace(/#_$/, ''),
        },
      });
      const short = readAnswer(answer, codeAnswer, 'instagram code', () => 'code');
      const permissions = short.permissions ?? null;
      const long = await graph(
        'access_token',
        { grant_type: 'ig_exchange_token', client_secret: clientSecret, access_token: short.access_token },
        tokenAnswer,
      );
      return granted(long, typeof permissions === 'string' ? permissions.split(',') : permissions);
    },
    async refresh({ access }) {
      return granted(
        await graph('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: access }, tokenAnswer),
        null,
      );
    },
    // Instagram has no call for it: the account removes the app in its settings.
    revoke: async () => {},
  };
}
