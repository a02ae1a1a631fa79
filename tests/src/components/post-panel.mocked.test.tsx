import { beforeEach, expect, test, vi } from 'vitest';
import type { DealPosts, PublicationDto } from '../../../server/features/publications/schema.ts';
import { PostPanel } from '../../../src/components/publications/PostPanel.tsx';
import { markup } from '../../support/texts.tsx';

const answer = vi.hoisted(() => ({ data: undefined as unknown }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer.data, isPending: false }),
}));
vi.mock('../../../src/lib/persona.ts', () => ({ useSessionFacts: () => ({ persona: 'creator', name: 'Maya' }) }));
vi.mock('../../../src/lib/time-zone.ts', async (original) => ({
  ...(await original<object>()),
  useTimeZone: () => 'Asia/Tokyo',
}));
vi.mock('../../../src/lib/trpc.ts', () => {
  const tree = (): unknown =>
    new Proxy(() => ({}), {
      get: (_, name) => (name === 'useMutation' ? () => ({ error: null, isPending: false }) : tree()),
    });
  return { api: tree(), trpc: tree() };
});

const NOW = new Date('2026-11-28T12:00:00Z');
const post = (more: Partial<PublicationDto>): Partial<PublicationDto> => ({
  platform: 'instagram',
  url: 'https://www.instagram.com/p/Cx12ab9/',
  linkedAt: NOW,
  checks: [],
  ...more,
});
const shown = (side: DealPosts['side'], more: Partial<PublicationDto>): Promise<string> => {
  answer.data = {
    side,
    brand: { name: 'Café Lumen' },
    creator: { name: 'Maya' },
    label: '#ad',
    serverNow: NOW,
    milestones: [
      {
        milestoneId: 'm1',
        milestoneTitle: 'Reel',
        platforms: ['instagram'],
        post: post(more),
        pays: null,
        can: { link: true },
      },
    ],
  };
  return markup(<PostPanel contractId="c1" />, 'en');
};
beforeEach(() => void vi.setSystemTime(NOW));

test('the day of an older post is that of its page, in whatever time zone it is read', async () => {
  const html = await shown('creator', {
    state: 'failing',
    outcome: 'published_before',
    detail: '2026-05-01T23:59:59.000Z',
  });
  expect(html).toContain('The post is from Fri 1 May, before');
  expect(html).toContain('new post, then change the link');
});

test('the creator alone reads what settles whose account it is; a site cannot be connected', async () => {
  const question = { state: 'undecided', outcome: 'unclear', detail: 'account', decideUntil: NOW } as const;
  expect(await shown('creator', question)).toContain('Connect the account');
  expect(await shown('brand', question)).not.toContain('Connect the account');
  expect(await shown('creator', { ...question, platform: 'blog' })).not.toContain('Connect the account');
});
