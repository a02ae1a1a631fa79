import * as z from 'zod';
import type { PostCalls } from '../social.ts';
import { instantOf, VERSION, type Graph } from './api.ts';

const PAGE = 50;

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

export function postCalls(graph: Graph): PostCalls {
  return {
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
  };
}
