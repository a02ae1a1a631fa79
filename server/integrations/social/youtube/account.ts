import * as z from 'zod';
import type { NetworkCaller } from '../call.ts';
import { SocialError, type AccountCalls, type RemoteAccount, type Social } from '../social.ts';
import { count, createDataApi, type DataApi } from './api.ts';

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
export function createChannelReader(call: NetworkCaller, key: string): NonNullable<Social['channel']> {
  const read = createDataApi(call);
  return async (handle) => {
    const filter: Record<string, string> = /^UC[\w-]{22}$/.test(handle)
      ? { id: handle }
      : { forHandle: `@${handle.replace(/^@/, '')}` };
    return accountOf((await read('channels', { part: 'snippet,statistics', ...filter, key }, channelList)).items);
  };
}

export const accountCalls = (read: DataApi): AccountCalls => ({
  async account({ access }) {
    const { items } = await read('channels', { part: 'snippet,statistics', mine: 'true' }, channelList, access);
    const found = accountOf(items);
    if (!found) throw new SocialError('missing', 'youtube: the account has no channel');
    return found;
  },
  days: async () => [],
  audience: async () => [],
});
