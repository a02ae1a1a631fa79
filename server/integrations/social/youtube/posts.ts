import * as z from 'zod';
import type { PostCalls } from '../social.ts';
import { count, type DataApi } from './api.ts';

const PAGE = 50;

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

export const postCalls = (read: DataApi): PostCalls => ({
  async posts({ access }, remoteId, cursor) {
    const page = await read(
      'playlistItems',
      {
        part: 'contentDetails',
        // The uploads of a channel are a playlist with the same id.
        playlistId: `UU${remoteId.slice(2)}`,
        maxResults: String(PAGE),
        ...(cursor === null ? {} : { pageToken: cursor }),
      },
      playlist,
      access,
    );
    const next = page.nextPageToken ?? null;
    const ids = page.items.map(({ contentDetails }) => contentDetails.videoId);
    if (ids.length === 0) return { items: [], next };
    const found = await read('videos', { part: 'snippet,statistics', id: ids.join(',') }, videoList, access);
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
    const { items } = await read(
      'commentThreads',
      { part: 'snippet', videoId: postId, maxResults: String(PAGE), textFormat: 'plainText' },
      commentThreads,
      access,
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
});
