import type { NetworkOptions } from '../oauth.ts';
import type { SocialNetwork } from '../social.ts';
import { accountCalls } from './account.ts';
import { createDataApi } from './api.ts';
import { consentCalls } from './consent.ts';
import { postCalls } from './posts.ts';

/** YouTube Data API with the consent of the channel's owner. */
export function createYoutube(options: NetworkOptions): SocialNetwork {
  const read = createDataApi(options.call);
  return { name: 'youtube', ...consentCalls(options), ...accountCalls(read), ...postCalls(read) };
}
