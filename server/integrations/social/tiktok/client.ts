import type { NetworkOptions } from '../oauth.ts';
import type { SocialNetwork } from '../social.ts';
import { accountCalls } from './account.ts';
import { consentCalls } from './consent.ts';
import { postCalls } from './posts.ts';

/** TikTok Login Kit (web) and Display API. */
export const createTiktok = (options: NetworkOptions): SocialNetwork => ({
  name: 'tiktok',
  ...consentCalls(options),
  ...accountCalls(options.call),
  ...postCalls(options.call),
});
