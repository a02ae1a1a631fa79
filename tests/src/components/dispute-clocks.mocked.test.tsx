import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import type { DisputeDto, PhaseEnd } from '../../../server/features/disputes/schema.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
import { DisputeRoom } from '../../../src/components/disputes/DisputeRoom.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

/* The clock of each phase of a dispute says to both sides what happens at its end, and can be saved to a calendar. */

const shown = vi.hoisted(() => ({ room: null as unknown, entries: [] as string[] }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: shown.room }),
}));
vi.mock('@/components/time/Clock.tsx', () => ({
  Clock: ({ calendar }: { calendar?: string }) => {
    shown.entries.push(calendar ?? '');
    return <div role="timer" />;
  },
}));
const nothing = vi.hoisted(() => () => null);
vi.mock('@/components/disputes/DisputeActs.tsx', () => ({
  EndingActs: nothing,
  OwnOffer: nothing,
  MessageForm: nothing,
}));
vi.mock('@/components/disputes/DisputeWhatIf.tsx', () => ({ DisputeWhatIf: nothing }));
vi.mock('@/components/disputes/Statements.tsx', () => ({ BothSides: nothing, Decisions: nothing }));

const phaseEndsAt = new Date(Date.now() + 31 * 3_600_000);
const ENDS: PhaseEnd['event'][] = ['silence', 'evidence', 'decision', 'clock', 'execution', 'stands'];

const roomWith = ({ mySide, ...dispute }: { mySide: Side } & Partial<DisputeDto>) => ({
  mySide,
  milestone: {
    title: 'Autumn reel',
    currency: 'EUR',
    brand: { name: 'Café Lumen' },
    creator: { name: 'Maya' },
    charge: null,
  },
  dispute: {
    id: 'd1',
    state: 'talk',
    amount: 45_000,
    currency: 'EUR',
    reason: 'other',
    openedSide: 'brand',
    openedAt: new Date(),
    joinedAt: null,
    answered: { brand: false, creator: false },
    returned: 0,
    phases: [],
    decisions: [],
    phaseEndsAt,
    atEnd: null,
    outcome: null,
    creatorGets: null,
    ownOffer: null,
    can: {},
    ...dispute,
  },
  whatIf: [],
});

test.each(LOCALES)(
  'each phase of a dispute, for each side: what happens at its end, a calendar entry: %s',
  async (locale) => {
    await textsIn(locale);
    for (const event of ENDS)
      for (const mySide of ['brand', 'creator'] as const) {
        shown.entries.length = 0;
        shown.room = roomWith({ mySide, atEnd: { event, creatorGets: 45_000 } });
        const html = await markup(<DisputeRoom milestoneId="m1" />, locale);
        const [entry = ''] = shown.entries;
        const where = `${locale} ${event} ${mySide}`;
        expect(entry, where).toContain('Autumn reel · ');
        expect(entry, where).not.toMatch(/\{\{|undefined|NaN/u);
        // The same sentence stands on the page.
        const escaped = entry.replace('Autumn reel · ', '').replaceAll("'", '&#x27;');
        expect(html, where).toContain(escaped);
      }
  },
);

test('an agency and who acts for a creator read by name who acts next in a dispute', async () => {
  const can = { send: 'auth.creator_only' } as DisputeDto['can'];
  const turns = async (dispute: Partial<DisputeDto>) => {
    shown.room = roomWith({ mySide: 'creator', can, ...dispute });
    const html = await markup(<DisputeRoom milestoneId="m1" />);
    return [...html.matchAll(/data-slot="turn".*?<span[^>]*>([^<]*)</gu)].map(([, text]) => text);
  };
  expect(await turns({ openedSide: 'brand' }), 'the creator has not answered').toEqual(['Maya’s turn']);
  expect(await turns({ openedSide: 'creator' }), 'the brand has not answered').toEqual(['Café Lumen’s turn']);
  const both = ['Café Lumen’s turn', 'Maya’s turn'];
  expect(await turns({ answered: { brand: false, creator: true } })).toEqual(both);
  expect(await turns({ state: 'evidence' })).toEqual(both);
  expect(await turns({ state: 'deciding' })).toEqual(['Sponsio’s turn']);
  expect(await turns({ state: 'appeal' })).toEqual(['Waiting for the deadline']);
  expect(await turns({ state: 'executing' })).toEqual(['Waiting for the bank']);
  expect(await turns({ can: { ...can, send: true } }), 'a side that may act').toEqual(['Your turn']);
});
