import { addressAt, type NetworkCaller } from './call.ts';
import {
  SocialError,
  type ConsentCalls,
  type SocialGrant,
  type SocialNetworkName,
  type SocialProblem,
} from './social.ts';

/** What a client of a network is made of. */
export interface NetworkOptions {
  clientId: string;
  clientSecret: string;
  call: NetworkCaller;
  /** Stands before the hosts of the sign-in pages where a sandbox answers for them. */
  pagesBase: string | null;
}

/** Address of the page on which a network requests the consent; `more` are the parameters that not all networks share. */
export function consentAddress(
  pagesBase: string | null,
  page: string,
  { redirectUri, state, ...more }: { redirectUri: string; state: string } & Record<string, string>,
): string {
  const url = addressAt(pagesBase, page);
  url.search = new URLSearchParams({ redirect_uri: redirectUri, response_type: 'code', state, ...more }).toString();
  return url.href;
}

/**
 * Both grants of a network whose refresh token renews the access token. `tokens` sends the form of a grant; a refused one is
 * the problem that it is given.
 */
export const grantsBy = (
  network: SocialNetworkName,
  tokens: (form: Record<string, string>, onRefused: SocialProblem) => Promise<SocialGrant>,
): Pick<ConsentCalls, 'exchange' | 'refresh'> => ({
  exchange: ({ code, redirectUri }) =>
    tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, 'code'),
  async refresh({ refresh }) {
    if (refresh === null) throw new SocialError('expired', `${network}: there is no refresh token`);
    return tokens({ grant_type: 'refresh_token', refresh_token: refresh }, 'expired');
  },
});
