import { approve } from '../../../server/features/escrow/review/service.ts';
import { release } from '../../../server/features/escrow/release/release.ts';
import { checkNow } from '../../../server/features/publications/decide.ts';
import { savePost } from '../../../server/features/publications/link.ts';
import { toPost } from '../../../server/features/publications/service.ts';
import { CREATORS } from '../cast-creators.ts';
import { deliver, milestone, proveAgain } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { fund } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

/** Work whose money waits for its live post. */
export function livePostStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  /** Half is released on approval; the post is still to come, and a fifth is kept back until it has stayed live. */
  async function* marcusPosts(): Story {
    const deal = yield* agree(stage, {
      title: 'Night paddle',
      brand: 'dana',
      creator: 'marcus',
      offeredAt: ago(20),
      terms: {
        currency: 'USD',
        country: 'US',
        disclosure: '#ad',
        parts: [
          {
            title: 'Headlamp reel',
            amount: 50_000,
            dueAt: ago(4),
            platform: 'instagram',
            format: 'reel',
            brief: ['The headlamp on the water', 'Price on screen'],
          },
        ],
        release: { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 },
        clocks: { clearing: 'PT72H', posting: 'P7D', postGrace: 'PT72H', retention: 'P14D' },
      },
    });
    yield ago(18);
    await fund(stage, 'dana', deal);
    yield ago(6, 10);
    await deliver(stage, 'marcus', deal, { files: ['reel-first-cut.mp4'], caption: '#ad · One lamp, one river.' });
    yield ago(5);
    const { id: milestoneId, version } = await milestone(stage, 'dana', deal.contractId, 1);
    await proveAgain(stage, 'dana');
    await approve(stage.as('dana'), { milestoneId, version });
    await release(stage.system(), { milestoneId });
    yield ago(2);
    await release(stage.system(), { milestoneId });
  }

  return { marcusPosts };
}

interface PostSeed {
  creator: string;
  networks: readonly string[];
  id: string;
  text: string;
  page: 'cut' | 'shown';
}

const POSTS: readonly PostSeed[] = [
  // Of the text the page shows the beginning alone, so that the brand decides; Maya's other approved work is to be posted.
  {
    creator: 'maya',
    networks: ['instagram', 'tiktok'],
    id: '7310000000000000010',
    text: 'A morning at the café. Collaboration commerciale #ad',
    page: 'cut',
  },
  {
    creator: 'marcus',
    networks: ['instagram'],
    id: 'HeadlampReel',
    text: 'One lamp, one river. #ad',
    page: 'shown',
  },
];

/**
 * Publishes newest approved work on the social sandbox and gives the links of the posts; the worker looks at them at its
 * start.
 */
export async function publishPosts(stage: Stage, base: string): Promise<void> {
  for (const { creator, networks, ...post } of POSTS) {
    const { handle } = CREATORS.find(({ key }) => key === creator)!.profile;
    const { items } = await toPost(stage.as(creator), { limit: 25 });
    const [work] = items.flatMap(({ milestoneId, platforms }) =>
      platforms.flatMap((network) => (networks.includes(network) ? [{ milestoneId, network }] : [])),
    );
    if (!work) continue;
    const { milestoneId, network } = work;
    const reply = await fetch(`${base}/_sandbox/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...post, network, handle }),
    });
    if (!reply.ok) throw new Error(`the social sandbox refused a post: ${await reply.text()}`);
    const { url } = (await reply.json()) as { url: string };
    const { milestones } = await savePost(stage.as(creator), { milestoneId, url, version: null });
    const saved = milestones.find((one) => one.milestoneId === milestoneId)?.post;
    if (saved) await checkNow(stage.as(creator), { publicationId: saved.id });
  }
}
