import * as z from 'zod';
import { readAnswer, type NetworkCaller } from '../call.ts';
import type { PostCalls } from '../social.ts';
import { HOST, problemOf } from './api.ts';

const PAGE = 20;

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

export function postCalls(call: NetworkCaller): PostCalls {
  return {
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
  };
}
