import * as z from 'zod';
import { addressAt, readAnswer, type NetworkAnswer, type NetworkCaller } from './call.ts';
import { SocialError, type SocialGrant, type SocialNetwork, type SocialProblem } from './social.ts';

const HOST = 'open.tiktokapis.com';
const SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'] as const;
const PAGE = 20;

const apiError = z.object({ error: z.object({ code: z.string() }) });
const oauthError = z.object({ error: z.string() });
const tokenAnswer = z.object({
  open_id: z.string(),
  scope: z.string(),
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});
const userAnswer = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string(),
      avatar_url: z.string().optional(),
      display_name: z.string(),
      username: z.string().optional(),
      profile_deep_link: z.string().optional(),
      follower_count: z.number().int().nonnegative().optional(),
      video_count: z.number().int().nonnegative().optional(),
    }),
  }),
});
const videosAnswer = z.object({
  data: z.object({
    videos: z.array(
      z.object({
        id: z.string(),
        create_time: z.number(),
        share_url: z.string(),
        video_description: z.string(),
        like_count: z.number().int(),
        comment_count: z.number().int(),
        view_count: z.number().int(),
      }),
    ),
    cursor: z.number(),
    has_more: z.boolean(),
  }),
});

function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const api = apiError.safeParse(body);
  const code = api.success ? api.data.error.code : '';
  if (code === 'scope_not_authorized' || code === 'scope_permission_missed') return 'scope';
  if (code === 'rate_limit_exceeded') return 'rate';
  if (code === 'access_token_invalid' || status === 401) return 'expired';
  return 'refused';
}

export interface TiktokOptions {
  clientKey: string;
  clientSecret: string;
  call: NetworkCaller;
  pagesBase: string | null;
}

/** TikTok Login Kit (web) and Display API. */
export function createTiktok({ clientKey, clientSecret, call, pagesBase }: TiktokOptions): SocialNetwork {
  async function tokens(
    form: Record<string, string>,
    onRefused: SocialProblem,
  ): Promise<SocialGrant & { openId: string }> {
    const answer = await call({
      method: 'POST',
      url: `${HOST}/v2/oauth/token/`,
      form: { client_key: clientKey, client_secret: clientSecret, ...form },
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
      openId: read.open_id,
      tokens: { access: read.access_token, refresh: read.refresh_token },
      accessSeconds: read.expires_in,
      consentSeconds: read.refresh_expires_in,
      scopes: read.scope.split(',').filter(Boolean),
    };
  }
  const userFields = ['open_id', 'avatar_url', 'display_name'];
  const profileFields = ['username', 'profile_deep_link'];
  const statsFields = ['follower_count', 'video_count'];
  const userOf = async (access: string, fields: readonly string[]) => {
    const answer = await call({
      method: 'GET',
      url: `${HOST}/v2/user/info/`,
      query: { fields: fields.join(',') },
      bearer: access,
    });
    return readAnswer(answer, userAnswer, 'tiktok user', problemOf).data.user;
  };
  /** Null where the consent leaves these fields out. */
  const optional = async (access: string, fields: readonly string[]) =>
    userOf(access, [...userFields, ...fields]).catch((error: unknown) => {
      if (error instanceof SocialError && error.problem === 'scope') return null;
      throw error;
    });
  return {
    name: 'tiktok',
    scopes: SCOPES,
    required: ['user.info.basic'],
    authorizeUrl({ state, redirectUri }) {
      const url = addressAt(pagesBase, 'www.tiktok.com/v2/auth/authorize/');
      url.search = new URLSearchParams({
        client_key: clientKey,
        scope: SCOPES.join(','),
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },
    exchange: ({ code, redirectUri }) =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, 'code'),
    async refresh({ refresh }) {
      if (refresh === null) throw new SocialError('expired', 'tiktok: there is no refresh token');
      return tokens({ grant_type: 'refresh_token', refresh_token: refresh }, 'expired');
    },
    async revoke({ access }) {
      await call({
        method: 'POST',
        url: `${HOST}/v2/oauth/revoke/`,
        form: { client_key: clientKey, client_secret: clientSecret, token: access },
      });
    },
    async account({ access }) {
      const basic = await userOf(access, userFields);
      const [profile, stats] = [await optional(access, profileFields), await optional(access, statsFields)];
      const handle = profile?.username ?? basic.display_name;
      return {
        remoteId: basic.open_id,
        handle,
        name: basic.display_name,
        url: profile?.username
          ? `https://www.tiktok.com/@${profile.username}`
          : (profile?.profile_deep_link ?? 'https://www.tiktok.com/'),
        pictureUrl: basic.avatar_url ?? null,
        followers: stats?.follower_count ?? null,
        posts: stats?.video_count ?? null,
        professional: true,
      };
    },
    async posts({ access }, _remoteId, cursor) {
      const fields = 'id,create_time,share_url,video_description,like_count,comment_count,view_count';
      const answer = await call({
        method: 'POST',
        url: `${HOST}/v2/video/list/`,
        query: { fields },
        json: { max_count: PAGE, ...(cursor === null ? {} : { cursor: Number(cursor) }) },
        bearer: access,
      });
      const { data } = readAnswer(answer, videosAnswer, 'tiktok videos', problemOf);
      return {
        items: data.videos.map((video) => ({
          remoteId: video.id,
          at: new Date(video.create_time * 1000),
          text: video.video_description,
          url: video.share_url,
          isVideo: true,
          likes: video.like_count,
          comments: video.comment_count,
          views: video.view_count,
        })),
        next: data.has_more ? String(data.cursor) : null,
      };
    },
    postViews: null,
    // The Display API has none.
    comments: async () => [],
    days: async () => [],
    audience: async () => [],
  };
}
