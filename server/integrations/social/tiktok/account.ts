import * as z from 'zod';
import { readAnswer, type NetworkCaller } from '../call.ts';
import { SocialError, type AccountCalls } from '../social.ts';
import { HOST, problemOf } from './api.ts';

const BASIC_FIELDS = ['open_id', 'avatar_url', 'display_name'];
const PROFILE_FIELDS = ['username', 'profile_deep_link'];
const STATS_FIELDS = ['follower_count', 'video_count'];

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

export function accountCalls(call: NetworkCaller): AccountCalls {
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
    userOf(access, [...BASIC_FIELDS, ...fields]).catch((error: unknown) => {
      if (error instanceof SocialError && error.problem === 'scope') return null;
      throw error;
    });
  return {
    async account({ access }) {
      const basic = await userOf(access, BASIC_FIELDS);
      const [profile, stats] = [await optional(access, PROFILE_FIELDS), await optional(access, STATS_FIELDS)];
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
    // The Display API has none.
    days: async () => [],
    audience: async () => [],
  };
}
