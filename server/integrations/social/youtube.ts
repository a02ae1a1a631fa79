import * as z from 'zod';
import { addressAt, readAnswer, type NetworkAnswer, type NetworkCaller } from './call.ts';
import {
  SocialError,
  type RemoteAccount,
  type Social,
  type SocialGrant,
  type SocialNetwork,
  type SocialProblem,
} from './social.ts';

const API = 'www.googleapis.com/youtube/v3';
const TOKENS = 'oauth2.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';
const PAGE = 50;

const count = z.string().regex(/^\d+$/).transform(Number);
const apiError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }) });
const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
const channelList = z.object({
  // Absent where nothing was found.
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string(),
          description: z.string().default(''),
          customUrl: z.string().optional(),
          thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).optional(),
        }),
        statistics: z.object({
          subscriberCount: count.optional(),
          hiddenSubscriberCount: z.boolean().default(false),
          videoCount: count,
        }),
      }),
    )
    .default([]),
});
const playlist = z.object({
  items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })).default([]),
  nextPageToken: z.string().optional(),
});
const videoList = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ publishedAt: z.string(), title: z.string() }),
        // Hidden by the owner: absent.
        statistics: z.object({
          viewCount: count.optional(),
          likeCount: count.optional(),
          commentCount: count.optional(),
        }),
      }),
    )
    .default([]),
});

function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const read = apiError.safeParse(body);
  const reason = read.success ? (read.data.error.errors?.[0]?.reason ?? '') : '';
  if (['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'].includes(reason))
    return 'rate';
  if (status === 401) return 'expired';
  if (reason === 'insufficientPermissions') return 'scope';
  return status === 404 ? 'missing' : 'refused';
}

export interface YoutubeOptions {
  clientId: string;
  clientSecret: string;
  call: NetworkCaller;
  pagesBase: string | null;
}

const commentThreads = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          topLevelComment: z.object({
            id: z.string(),
            snippet: z.object({ authorDisplayName: z.string(), textOriginal: z.string(), publishedAt: z.string() }),
          }),
        }),
      }),
    )
    .default([]),
});

type Found = RemoteAccount & { description: string };

function accountOf(items: z.infer<typeof channelList>['items']): Found | null {
  const [found] = items;
  if (!found) return null;
  const handle = (found.snippet.customUrl ?? found.id).replace(/^@/, '');
  return {
    remoteId: found.id,
    handle,
    name: found.snippet.title,
    url: `https://www.youtube.com/channel/${found.id}`,
    pictureUrl: found.snippet.thumbnails?.default?.url ?? null,
    followers: found.statistics.hiddenSubscriberCount ? null : (found.statistics.subscriberCount ?? null),
    posts: found.statistics.videoCount,
    professional: true,
    description: found.snippet.description,
  };
}

/** YouTube Data API: public figures of a channel by key. */
export const createChannelReader =
  (call: NetworkCaller, key: string): NonNullable<Social['channel']> =>
  async (handle) => {
    const filter: Record<string, string> = /^UC[\w-]{22}$/.test(handle)
      ? { id: handle }
      : { forHandle: `@${handle.replace(/^@/, '')}` };
    const answer = await call({
      method: 'GET',
      url: `${API}/channels`,
      query: { part: 'snippet,statistics', ...filter, key },
    });
    return accountOf(readAnswer(answer, channelList, 'youtube channels', problemOf).items);
  };

/** YouTube Data API with the consent of the channel's owner. */
export function createYoutube({ clientId, clientSecret, call, pagesBase }: YoutubeOptions): SocialNetwork {
  async function tokens(
    form: Record<string, string>,
    onRefused: SocialProblem,
    refresh: string | null,
  ): Promise<SocialGrant> {
    const answer = await call({
      method: 'POST',
      url: `${TOKENS}/token`,
      form: { client_id: clientId, client_secret: clientSecret, ...form },
    });
    const read = readAnswer(answer, tokenAnswer, 'youtube token', ({ body }) =>
      z.object({ error: z.literal('invalid_grant') }).safeParse(body).success ? onRefused : 'refused',
    );
    return {
      tokens: { access: read.access_token, refresh: read.refresh_token ?? refresh },
      accessSeconds: read.expires_in,
      consentSeconds: null,
      scopes: read.scope?.split(' ') ?? null,
    };
  }
  const get = async <T>(
    path: string,
    query: Record<string, string>,
    access: string,
    schema: z.ZodType<T>,
  ): Promise<T> =>
    readAnswer(
      await call({ method: 'GET', url: `${API}/${path}`, query, bearer: access }),
      schema,
      `youtube ${path}`,
      problemOf,
    );
  return {
    name: 'youtube',
    scopes: [SCOPE],
    required: [SCOPE],
    authorizeUrl({ state, redirectUri }) {
      const url = addressAt(pagesBase, 'accounts.google.com/o/oauth2/v2/auth');
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        // A refresh token comes with the consent alone.
        access_type: 'offline',
        prompt: 'consent',
        state,
      }).toString();
      return url.href;
    },
    exchange: ({ code, redirectUri }) =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, 'code', null),
    async refresh({ refresh }) {
      if (refresh === null) throw new SocialError('expired', 'youtube: there is no refresh token');
      return tokens({ grant_type: 'refresh_token', refresh_token: refresh }, 'expired', refresh);
    },
    async revoke({ access, refresh }) {
      await call({ method: 'POST', url: `${TOKENS}/revoke`, form: { token: refresh ?? access } });
    },
    async account({ access }) {
      const { items } = await get('channels', { part: 'snippet,statistics', mine: 'true' }, access, channelList);
      const found = accountOf(items);
      if (!found) throw new SocialError('missing', 'youtube: the account has no channel');
      return found;
    },
    async posts({ access }, remoteId, cursor) {
      const page = await get(
        'playlistItems',
        {
          part: 'contentDetails',
          // The uploads of a channel are a playlist with the same id.
          playlistId: `UU${remoteId.slice(2)}`,
          maxResults: String(PAGE),
          ...(cursor === null ? {} : { pageToken: cursor }),
        },
        access,
        playlist,
      );
      const next = page.nextPageToken ?? null;
      const ids = page.items.map(({ contentDetails }) => contentDetails.videoId);
      if (ids.length === 0) return { items: [], next };
      const found = await get('videos', { part: 'snippet,statistics', id: ids.join(',') }, access, videoList);
      return {
        items: found.items.map(({ id, snippet, statistics }) => ({
          remoteId: id,
          at: new Date(snippet.publishedAt),
          text: snippet.title,
          url: `https://www.youtube.com/watch?v=${id}`,
          isVideo: true,
          likes: statistics.likeCount ?? 0,
          comments: statistics.commentCount ?? 0,
          views: statistics.viewCount ?? null,
        })),
        next,
      };
    },
    postViews: null,
    async comments({ access }, postId) {
      const { items } = await get(
        'commentThreads',
        { part: 'snippet', videoId: postId, maxResults: String(PAGE), textFormat: 'plainText' },
        access,
        commentThreads,
      );
      return items.map(
        ({
          snippet: {
            topLevelComment: { id, snippet },
          },
        }) => ({
          remoteId: id,
          at: new Date(snippet.publishedAt),
          author: snippet.authorDisplayName,
          text: snippet.textOriginal,
        }),
      );
    },
    days: async () => [],
    audience: async () => [],
  };
}
