import type { Post } from '../engine/posts.ts';

/** Metrics of the network by kind of post; what only stories have is refused for both. */
const POST_METRICS = ['comments', 'likes', 'reach', 'saved', 'shares', 'total_interactions', 'views'] as const;
const FEED_METRICS = ['follows', 'profile_activity', 'profile_visits'] as const;
const REEL_METRICS = ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time'] as const;
const STORY_METRICS = ['navigation', 'replies'] as const;
const PAST_METRICS: readonly string[] = ['clips_replays_count', 'impressions', 'plays', 'video_views'];
const MEDIA_METRICS: readonly string[] = [...POST_METRICS, ...FEED_METRICS, ...REEL_METRICS, ...STORY_METRICS];
/** Until then the network has no insights of a new post, and says nothing in place of 0. */
export const COUNTED_AFTER_MS = 3_600_000;

export function insightsOf(post: Post): Record<string, number> {
  const shared = {
    comments: post.comments,
    likes: post.likes,
    reach: post.reach,
    saved: post.saves,
    shares: post.shares,
    total_interactions: post.likes + post.comments + post.saves + post.shares,
    views: post.views,
  } satisfies Record<(typeof POST_METRICS)[number], number>;
  const visits = Math.floor(post.reach / 40);
  if (post.kind !== 'video')
    return {
      ...shared,
      ...({
        follows: Math.floor(visits / 12),
        profile_activity: Math.floor(visits / 8),
        profile_visits: visits,
      } satisfies Record<(typeof FEED_METRICS)[number], number>),
    };
  const watched = Math.round(post.seconds * 350);
  return {
    ...shared,
    ...({ ig_reels_avg_watch_time: watched, ig_reels_video_view_total_time: watched * post.views } satisfies Record<
      (typeof REEL_METRICS)[number],
      number
    >),
  };
}

/** Why these metrics cannot be read of this post, in the network's words; null where they can. */
export function metricProblem(names: readonly string[], post: Post): string | null {
  const past = names.find((name) => PAST_METRICS.includes(name));
  if (past !== undefined)
    return `Starting from version v22.0 and above, the ${past} metric is no longer supported for the queried media.`;
  const unknown = names.findIndex((name) => !MEDIA_METRICS.includes(name));
  if (unknown >= 0) return `metric[${unknown}] must be one of the following values: ${MEDIA_METRICS.join(', ')}`;
  const figures = insightsOf(post);
  const others = names.filter((name) => !(name in figures));
  return others.length === 0
    ? null
    : `The Media Insights API does not support the ${others.join(', ')} metric for this media product type.`;
}
