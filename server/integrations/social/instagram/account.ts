import * as z from 'zod';
import { SocialError, type AccountCalls } from '../social.ts';
import { instantOf, VERSION, type Graph } from './api.ts';

const DAY_SECONDS = 86_400;

const profile = z.object({
  user_id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  account_type: z.string(),
  profile_picture_url: z.string().optional(),
  followers_count: z.number().int().nonnegative(),
  media_count: z.number().int().nonnegative(),
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

const dayBefore = (end: string): string => new Date(instantOf(end).getTime() - 1).toISOString().slice(0, 10);

export function accountCalls(graph: Graph): AccountCalls {
  return {
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
    async audience({ access }, trait) {
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
