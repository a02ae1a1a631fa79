import { createNetworkCaller } from './call.ts';
import { createInstagram } from './instagram.ts';
import { postAddress, readPostPage } from './post-page.ts';
import { descriptionOf, profileAddresses } from './profile-page.ts';
import type { Social } from './social.ts';
import { createTokenSeal } from './token-seal.ts';
import { createTiktok } from './tiktok.ts';
import { createChannelReader, createYoutube } from './youtube.ts';

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
  const { INSTAGRAM_APP_ID, INSTAGRAM_APP_SECRET, TIKTOK_CLIENT_KEY, TIKTOK_CLIENT_SECRET } = keys;
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, YOUTUBE_API_KEY } = keys;
  return {
    seal: keys.SOCIAL_TOKEN_KEYS ? createTokenSeal(keys.SOCIAL_TOKEN_KEYS) : null,
    instagram:
      INSTAGRAM_APP_ID && INSTAGRAM_APP_SECRET
        ? createInstagram({ ...base, appId: INSTAGRAM_APP_ID, appSecret: INSTAGRAM_APP_SECRET })
        : null,
    tiktok:
      TIKTOK_CLIENT_KEY && TIKTOK_CLIENT_SECRET
        ? createTiktok({ ...base, clientKey: TIKTOK_CLIENT_KEY, clientSecret: TIKTOK_CLIENT_SECRET })
        : null,
    youtube:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? createYoutube({ ...base, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })
        : null,
    profilePage: {
      addresses: (network, handle) => profileAddresses(apiBase, network, handle),
      descriptionOf,
    },
    postPage: {
      address: (url) => postAddress(apiBase, url),
      read: (network, answer) => readPostPage(apiBase, network, answer),
    },
    channel: YOUTUBE_API_KEY ? createChannelReader(base.call, YOUTUBE_API_KEY) : null,
  };
}
