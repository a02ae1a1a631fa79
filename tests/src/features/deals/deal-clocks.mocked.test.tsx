import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import type {
  DealDto,
  DeadlineEvent,
  MilestoneDto,
  MilestoneState,
} from '../../../../server/features/escrow/schema.ts';
import { CancelRequestPanel } from '../../../../src/features/deals/CancelRequestPanel.tsx';
import { DealMoney } from '../../../../src/features/deals/DealMoney.tsx';
import { DealNextStep } from '../../../../src/features/deals/DealNextStep.tsx';
import { LivePanel } from '../../../../src/features/deals/LivePanel.tsx';
import { markup, textsIn } from '../../../support/texts.tsx';

/* Each clock on the page of a deal says to both sides what happens at its end, and can be saved to a calendar. */

const entries = vi.hoisted(() => ({ all: [] as string[] }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
}));
vi.mock('@/components/money/PaymentsPaused.tsx', () => ({ usePausedCurrencies: () => [] }));
vi.mock('@/components/money/DocumentList.tsx', () => ({ DocumentList: () => null }));
vi.mock('@/lib/trpc.ts', async (original) => {
  const none = { useMutation: () => ({ isPending: false, error: null }) };
  return {
    ...(await original<object>()),
    trpc: { escrow: { acceptCancel: none, declineCancel: none, withdrawCancel: none } },
  };
});
vi.mock('@/components/time/Clock.tsx', async (original) => {
  const { Clock } = await original<typeof import('../../../../src/components/time/Clock.tsx')>();
  return {
    AddToCalendar: ({ summary }: { summary: string }) => {
      entries.all.push(summary);
      return null;
    },
    Clock: (props: Parameters<typeof Clock>[0]) => {
      entries.all.push(props.calendar ?? '');
      return <Clock {...props} />;
    },
  };
});

const HOUR = 3_600_000;
const deadlineAt = new Date(Date.now() + 31 * HOUR);
const silent = { at: deadlineAt, outcome: 'lapse', keeps: 0, back: 0 };
const milestone = (state: MilestoneState, atZero: DeadlineEvent, more: Partial<MilestoneDto> = {}): MilestoneDto =>
  ({
    id: 'm1',
    title: 'Autumn reel',
    state,
    atZero,
    deadlineAt,
    amount: 45_000,
    rest: 45_000,
    creatorShare: { amount: 45_000, rest: 45_000, released: 0 },
    currency: 'EUR',
    holds: [],
    refunds: [],
    parts: [],
    refundOwed: 0,
    accepted: null,
    approval: 'release',
    submissionN: 1,
    round: 0,
    roundsMax: 2,
    submittedAt: new Date(Date.now() - HOUR),
    fundedAt: new Date(Date.now() - HOUR),
    approvedAt: new Date(Date.now() - HOUR),
    balances: {},
    can: {},
    turn: null,
    live: null,
    cancelRequest: null,
    ...more,
  }) as unknown as MilestoneDto;
const live = {
  approval: 0,
  live: 45_000,
  holdback: 0,
  retention: null,
  postGrace: 'PT72H',
  overdueFrom: null,
  post: null,
};

/** The milestone whose clock runs, by the name of the clock in a contract. */
const CLOCKS: Record<string, MilestoneDto> = {
  funding: milestone('awaiting_funding', 'void'),
  delivery: milestone('funded', 'due'),
  overdueAfter: milestone('funded', 'overdue'),
  grace: milestone('overdue', 'refund'),
  review: milestone('delivered', 'auto_approve'),
  revisionTurn: milestone('changes_requested', 'due'),
  clearing: milestone('clearing', 'release'),
  cancelAnswer: milestone('cancel_requested', 'cancel_answer', {
    cancelRequest: { by: 'brand', reason: 'The season is over', keeps: 0, back: 45_000, silent },
  } as unknown as Partial<MilestoneDto>),
  posting: milestone('awaiting_live', 'post', { live } as unknown as Partial<MilestoneDto>),
  postGrace: milestone('awaiting_live', 'post', {
    live: { ...live, overdueFrom: new Date(Date.now() - HOUR) },
  } as unknown as Partial<MilestoneDto>),
  retention: milestone('retention', 'retention', {
    live: { ...live, live: 25_000, holdback: 20_000, retention: 'P30D', post: 'live' },
  } as unknown as Partial<MilestoneDto>),
};
const dealOf = (m: MilestoneDto, mySide: 'brand' | 'creator') =>
  ({
    contractId: 'c1',
    state: 'active',
    mySide,
    currency: 'EUR',
    brand: { name: 'Café Lumen' },
    creator: { name: 'Maya' },
    milestones: [m],
    focusMilestoneId: m.id,
  }) as unknown as DealDto;
/** The panels that `DealNextStep` loads when they are shown are rendered as they are. */
const panelOf = (m: MilestoneDto, deal: DealDto) =>
  m.cancelRequest ? (
    <CancelRequestPanel deal={deal} m={m} request={m.cancelRequest} />
  ) : m.live ? (
    <LivePanel deal={deal} m={m} />
  ) : (
    <DealNextStep deal={deal} />
  );

test.each(LOCALES)(
  'every clock of a deal, for each side: its end, what happens then, a calendar entry: %s',
  async (locale) => {
    const { t } = await textsIn(locale);
    for (const [name, m] of Object.entries(CLOCKS))
      for (const side of ['brand', 'creator'] as const) {
        entries.all.length = 0;
        const html = await markup(panelOf(m, dealOf(m, side)), locale);
        const where = `${locale} ${name} ${side}`;
        expect(html, where).toContain('role="timer"');
        expect(html, where).toContain(t('common:action.addToCalendar'));
        expect(html, where).not.toMatch(/\{\{|undefined|NaN|<date/u);
        const [entry = ''] = entries.all;
        expect(entries.all, where).toHaveLength(1);
        // Beside milestone and amount, a sentence about what happens.
        expect(entry, where).toContain('Autumn reel');
        expect(entry, where).toMatch(/[45][50٠-٩]|[٤٥]/u);
        expect(entry.replace('Autumn reel', ''), where).toMatch(/\p{L}{2}/u);
        expect(entry, where).not.toMatch(/\{\{|<\w/u);
      }
  },
);

test.each([
  ['review', '€382.50'],
  ['clearing', '€382.50'],
  ['retention', '€382.50'],
  ['grace', '€450.00'],
  ['posting', '€450.00'],
  ['postGrace', '€450.00'],
] as const)(
  'a represented creator reads their share of what is released, and of what goes back the price: %s',
  async (clock, amount) => {
    const m = { ...CLOCKS[clock]!, creatorShare: { amount: 38_250, rest: 38_250, released: 0 } };
    for (const [side, read] of [
      ['creator', amount],
      ['brand', '€450.00'],
    ] as const) {
      entries.all.length = 0;
      await markup(panelOf(m, dealOf(m, side)), 'en');
      expect([...new Set(entries.all[0]!.match(/€\d+\.\d{2}/gu))], side).toEqual([read]);
    }
  },
);

test.each(LOCALES)('held money says where it goes by its last day, also in a calendar: %s', async (locale) => {
  const { t } = await textsIn(locale);
  const balances = { funded: 45_000, held: 45_000, released: 0, disputed: 0, refunded: 0 };
  const held = { balances, holdExpiresAt: deadlineAt } as unknown as Partial<MilestoneDto>;
  for (const side of ['brand', 'creator'] as const) {
    entries.all.length = 0;
    const deal = {
      ...dealOf(milestone('funded', 'due', held), side),
      balances,
      paid: { total: 0 },
      serverNow: new Date(),
      timeline: [],
    };
    const html = await markup(<DealMoney deal={deal as unknown as DealDto} />, locale);
    expect(html).toContain(t('deals:date.holdEnds'));
    expect(entries.all).toHaveLength(1);
    expect(entries.all[0]).toContain('Autumn reel');
    for (const name of ['Café Lumen', 'Maya']) expect(entries.all[0]).toContain(name);
  }
});
