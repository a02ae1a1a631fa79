import * as z from 'zod';
import { addressAt, readAnswer, type NetworkAnswer, type NetworkCaller } from './call.ts';
import { SocialError, type AudienceTrait, type SocialGrant, type SocialNetwork, type SocialProblem } from './social.ts';

const GRAPH = 'graph.instagram.com';
const VERSION = 'v23.0';
const SCOPES = [
  'instagram_business_basic',
  'instagram_business_manage_insights',
  'instagram_business_manage_comments',
] as const;
const PAGE = 50;
const DAY_SECONDS = 86_400;
/** Percent of an account's calls from which on none is made for a while. */
const NEARLY_USED = 95;
const REST_MS = 15 * 60_000;

const errorBody = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) });
const codeAnswer = z.object({
  access_token: z.string(),
  permissions: z.union([z.string(), z.array(z.string())]).optional(),
});
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const profile = z.object({
  user_id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  account_type: z.string(),
  profile_picture_url: z.string().optional(),
  followers_count: z.number().int().nonnegative(),
  media_count: z.number().int().nonnegative(),
});
const mediaPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      media_type: z.string(),
      permalink: z.string(),
      timestamp: z.string(),
      // Hidden by the owner: absent.
      like_count: z.number().int().optional(),
      comments_count: z.number().int(),
    }),
  ),
  paging: z.object({ cursors: z.object({ after: z.string() }), next: z.string().optional() }).optional(),
});
const commentPage = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string(), timestamp: z.string(), username: z.string().optional() })),
});
// Empty while the network has counted nothing.
const postInsights = z.object({
  data: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.number().int().nonnegative() })).min(1) }),
  ),
});
const series = z.object({
  data: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.number().int(), end_time: z.string() })) }),
  ),
});
const breakdown = z.object({
  data: z.array(
    z.object({
      total_value: z.object({
        breakdowns: z.array(
          z.object({ results: z.array(z.object({ dimension_values: z.array(z.string()), value: z.number().int() })) }),
        ),
      }),
    }),
  ),
});

/**
 * Meaning of the error codes: 190 token, 10 and 200 permission, 4, 17, 32, 613 and 80002 limits, 100 wrong request; of the
 * subcodes: 33 no such object, 2108006 a post from before the account was a professional one, which has no insights.
 */
function problemOf({ body, status }: NetworkAnswer): SocialProblem {
  const read = errorBody.safeParse(body);
  const { code, error_subcode: subcode } = read.success ? read.data.error : { code: 0, error_subcode: undefined };
  if (subcode === 2_108_006) return 'missing';
  if (code === 190 || status === 401) return 'expired';
  if (code === 10 && subcode === 2_207_050) return 'personal';
  if (code === 10 || code === 200) return 'scope';
  if ([4, 17, 32, 613, 80_002].includes(code)) return 'rate';
  if (code === 100 && subcode === 33) return 'missing';
  return 'refused';
}

const instantOf = (text: string): Date => new Date(text.replace(/\+0000$/, 'Z'));
const dayBefore = (end: string): string => new Date(instantOf(end).getTime() - 1).toISOString().slice(0, 10);

export interface InstagramOptions {
  appId: string;
  appSecret: string;
  call: NetworkCaller;
  pagesBase: string | null;
}

/** Instagram API with Instagram login, for professional accounts. */
export function createInstagram({ appId, appSecret, call, pagesBase }: InstagramOptions): SocialNetwork {
  /** Until when a token rests whose account has used nearly all of its calls. */
  const rests = new Map<string, number>();
  const graph = async <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> => {
    const key = query['access_token'] ?? '';
    const left = (rests.get(key) ?? 0) - Date.now();
    if (left > 0) throw new SocialError('rate', `instagram ${path} waits for its limit`, Math.ceil(left / 1_000));
    rests.delete(key);
    const answer = await call({ method: 'GET', url: `${GRAPH}/${path}`, query });
    if ((answer.usedPercent ?? 0) >= NEARLY_USED) rests.set(key, Date.now() + REST_MS);
    return readAnswer(answer, schema, `instagram ${path}`, problemOf);
  };
  const granted = (
    { access_token, expires_in }: z.infer<typeof tokenAnswer>,
    scopes: string[] | null,
  ): SocialGrant => ({
    tokens: { access: access_token, refresh: null },
    accessSeconds: expires_in,
    consentSeconds: expires_in,
    scopes,
  });
  return {
    name: 'instagram',
    scopes: SCOPES,
    required: ['instagram_business_basic'],
    authorizeUrl({ state, redirectUri }) {
      const url = addressAt(pagesBase, 'www.instagram.com/oauth/authorize');
      url.search = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(','),
        state,
      }).toString();
      return url.href;
    },
    async exchange({ code, redirectUri }) {
      const answer = await call({
        method: 'POST',
        url: 'api.instagram.com/oauth/access_token',
        form: {
          client_id: appId,
          client_secret: appSecret,
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
        { grant_type: 'ig_exchange_token', client_secret: appSecret, access_token: short.access_token },
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
    async account({ access }) {
      const fields = 'user_id,username,name,account_type,profile_picture_url,followers_count,media_count';
      const found = await graph(`${VERSION}/me`, { fields, access_token: access }, profile);
      return {
        remoteId: found.user_id,
        handle: found.username,
        name: found.name ?? found.username,
        url: `https://www.instagram.com/${found.username}/`,
        pictureUrl: found.profile_picture_url ?? null,
        followers: found.followers_count,
        posts: found.media_count,
        professional: ['BUSINESS', 'MEDIA_CREATOR', 'CREATOR'].includes(found.account_type.toUpperCase()),
      };
    },
    async posts({ access }, remoteId, cursor) {
      const page = await graph(
        `${VERSION}/${remoteId}/media`,
        {
          fields: 'id,caption,media_type,permalink,timestamp,like_count,comments_count',
          limit: String(PAGE),
          access_token: access,
          ...(cursor === null ? {} : { after: cursor }),
        },
        mediaPage,
      );
      return {
        items: page.data.map((media) => ({
          remoteId: media.id,
          at: instantOf(media.timestamp),
          text: media.caption ?? '',
          url: media.permalink,
          isVideo: media.media_type === 'VIDEO',
          likes: media.like_count ?? 0,
          comments: media.comments_count,
          views: null,
        })),
        next: page.paging?.next ? page.paging.cursors.after : null,
      };
    },
    // One call for each post: `views` is the metric that pictures, albums and reels have in common, and a list of posts with
    // the insights of each is refused whole where one of them has none.
    async postViews({ access }, postId) {
      const found = await graph(
        `${VERSION}/${postId}/insights`,
        { metric: 'views', access_token: access },
        postInsights,
      );
      return found.data.find(({ name }) => name === 'views')?.values[0]?.value ?? null;
    },
    async comments({ access }, postId) {
      const page = await graph(
        `${VERSION}/${postId}/comments`,
        { fields: 'id,text,timestamp,username', limit: String(PAGE), access_token: access },
        commentPage,
      );
      // Without a name the commenter has no account any more.
      return page.data.flatMap(({ id, text, timestamp, username }) =>
        username === undefined ? [] : [{ remoteId: id, at: instantOf(timestamp), author: username, text }],
      );
    },
    async days({ access }, from, to) {
      const [since, until] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000) as [number, number];
      const span = { since: String(Math.max(since, until - 29 * DAY_SECONDS)), until: String(until) };
      const read = async (metric: string): Promise<Map<string, number>> => {
        const found = await graph(
          `${VERSION}/me/insights`,
          { metric, period: 'day', ...span, access_token: access },
          series,
        );
        return new Map(found.data[0]?.values.map(({ value, end_time }) => [dayBefore(end_time), value]));
      };
      const [reach, followers] = [await read('reach'), await read('follower_count')];
      return [...new Set([...reach.keys(), ...followers.keys()])].sort().map((day) => ({
        day,
        reach: reach.get(day) ?? null,
        newFollowers: followers.get(day) ?? null,
      }));
    },
    async audience({ access }, trait: AudienceTrait) {
      const found = await graph(
        `${VERSION}/me/insights`,
        {
          metric: 'follower_demographics',
          period: 'lifetime',
          metric_type: 'total_value',
          breakdown: trait,
          access_token: access,
        },
        breakdown,
      );
      return (found.data[0]?.total_value.breakdowns[0]?.results ?? []).map(({ dimension_values, value }) => {
        const [name] = dimension_values;
        if (name === undefined) throw new SocialError('unavailable', 'instagram named no trait');
        return { value: name, count: value };
      });
    },
  };
}
