import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import type { ReviewDto } from '../../../../server/features/content/schema.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { Decision } from '../../../../src/features/content/Decision.tsx';
import { SubmitPanel } from '../../../../src/features/content/SubmitPanel.tsx';
import { markup, textsIn } from '../../../support/texts.tsx';

const idle = vi.hoisted(() => () => ({ isPending: false, error: null, mutate: () => {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, params }: { children: ReactNode; params?: { contractId: string } }) => (
    <a href={params?.contractId}>{children}</a>
  ),
}));
vi.mock('../../../../src/components/money/PaymentsPaused.tsx', () => ({ usePausedCurrencies: () => [] }));
vi.mock('../../../../src/lib/permitted.ts', () => ({ usePermitted: () => true }));
vi.mock('../../../../src/lib/trpc.ts', async (original) => ({
  ...(await original<object>()),
  trpc: { content: { startSubmission: { useMutation: idle } } },
}));

const review = (state: MilestoneState) =>
  ({
    contractId: 'c1',
    brand: { name: 'Lumen' },
    creator: { name: 'Romain' },
    submissions: [],
    milestone: {
      contractId: 'c1',
      state,
      amount: 24_000,
      rest: 24_000,
      creatorShare: { amount: 24_000, rest: 24_000, released: 0 },
      currency: 'EUR',
      accepted: null,
      holds: [],
      deadlineAt: null,
      releasedAt: null,
      refundedAt: null,
      dueAt: new Date('2026-11-27T09:00:00Z'),
      can: { submit: true },
    },
  }) as unknown as ReviewDto;

const ofBrand = (state: MilestoneState) => (
  <Decision
    review={review(state)}
    openComments={0}
    onNewest
    onNewestVersion={() => {}}
    choice={null}
    onChoice={() => {}}
  />
);
const ofCreator = (state: MilestoneState) => <SubmitPanel review={review(state)} draft={null} onStarted={() => {}} />;
/** The beginning of a text, up to its first value. */
const wordsOf = async (key: string) => {
  const { t } = await textsIn('en');
  return String(t(key as 'content:decide.now', { amount: '¤', name: '¤' })).split('¤')[0]!;
};
const states = async (words: string, of: (state: MilestoneState) => ReactNode) => {
  const shown: MilestoneState[] = [];
  for (const state of MILESTONE_STATES) if ((await markup(of(state))).includes(words)) shown.push(state);
  return shown;
};

test('a creator reads that the milestone is not funded only while it is not', async () => {
  expect(await states(await wordsOf('content:submit.after.notFunded'), ofCreator)).toEqual([
    'proposed',
    'awaiting_funding',
    'funding',
  ]);
});

test('a brand reads that work is prepared only while it is', async () => {
  expect(await states('is preparing the work', ofBrand)).toEqual(['funded']);
});

test.each(['disputed', 'cancel_requested', 'settling', 'settled_split'] as const)(
  'of a milestone that is %s both sides read so and are led to the deal, in every language',
  async (state) => {
    for (const locale of LOCALES) {
      const { t } = await textsIn(locale);
      const word = state === 'disputed' ? 'disputed' : state === 'cancel_requested' ? 'cancelRequested' : 'divided';
      for (const html of [await markup(ofBrand(state), locale), await markup(ofCreator(state), locale)]) {
        expect(html, locale).toContain(t(`content:roomStatus.${word}`));
        expect(html).toContain('<a href="c1">');
      }
    }
  },
);
