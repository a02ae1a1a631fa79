import { createNetworkCaller } from './call.ts';
import { createInstagram } from './instagram/client.ts';
import type { NetworkOptions } from './oauth.ts';
import { postAddress, readPostPage } from './post-page.ts';
import { descriptionOf, profileAddresses } from './profile-page.ts';
import type { Social, SocialNetwork } from './social.ts';
import { createTokenSeal } from './token-seal.ts';
import { createTiktok } from './tiktok/client.ts';
import { createChannelReader } from './youtube/account.ts';
import { createYoutube } from './youtube/client.ts';

export interface SocialKeys {
  SOCIAL_API_BASE?: string | undefined;
  SOCIAL_PAGES_BASE?: string | undefined;
  SOCIAL_TOKEN_KEYS?: string | undefined;
  INSTAGRAM_APP_ID?: string | undefined;
  INSTAGRAM_APP_SECRET?: string | undefined;
  TIKTOK_CLIENT_KEY?: string | undefined;
  TIKTOK_CLIENT_SECRET?: string | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  YOUTUBE_API_KEY?: string | undefined;
}

/** A client for each network that has keys. A handle and figures that the creator enters need none. */
export function createSocial(keys: SocialKeys): Social {
  const apiBase = keys.SOCIAL_API_BASE ?? null;
  const base = { call: createNetworkCaller(apiBase), pagesBase: keys.SOCIAL_PAGES_BASE ?? apiBase };
  const client = (
    create: (options: NetworkOptions) => SocialNetwork,
    clientId: string | undefined,
    clientSecret: string | undefined,
  ): SocialNetwork | null => (clientId && clientSecret ? create({ ...base, clientId, clientSecret }) : null);
  return {
    seal: keys.SOCIAL_TOKEN_KEYS ? createTokenSeal(keys.SOCIAL_TOKEN_KEYS) : null,
    instagram: client(createInstagram, keys.INSTAGRAM_APP_ID, keys.INSTAGRAM_APP_SECRET),
    tiktok: client(createTiktok, keys.TIKTOK_CLIENT_KEY, keys.TIKTOK_CLIENT_SECRET),
    youtube: client(createYoutube, keys.GOOGLE_CLIENT_ID, keys.GOOGLE_CLIENT_SECRET),
    profilePage: {
      addresses: (network, handle) => profileAddresses(apiBase, network, handle),
      descriptionOf,
    },
    postPage: {
      address: (url) => postAddress(apiBase, url),
      read: (network, answer) => readPostPage(apiBase, network, answer),
    },
    channel: keys.YOUTUBE_API_KEY ? createChannelReader(base.call, keys.YOUTUBE_API_KEY) : null,
  };
}
