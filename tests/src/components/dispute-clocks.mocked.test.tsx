import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import type { PhaseEnd } from '../../../server/features/disputes/schema.ts';
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
vi.mock('@/components/disputes/DisputeActs.tsx', () => ({ EndingActs: nothing, OwnOffer: nothing }));
vi.mock('@/components/disputes/DisputeWhatIf.tsx', () => ({ DisputeWhatIf: nothing }));
vi.mock('@/components/disputes/Statements.tsx', () => ({ BothSides: nothing, Decisions: nothing }));

const phaseEndsAt = new Date(Date.now() + 31 * 3_600_000);
const ENDS: PhaseEnd['event'][] = ['silence', 'evidence', 'decision', 'clock', 'execution', 'stands'];

test.each(LOCALES)(
  'each phase of a dispute, for each side: what happens at its end, a calendar entry: %s',
  async (locale) => {
    await textsIn(locale);
    for (const event of ENDS)
      for (const mySide of ['brand', 'creator'] as const) {
        shown.entries.length = 0;
        shown.room = {
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
            state: 'talking',
            amount: 45_000,
            currency: 'EUR',
            reason: 'other',
            openedSide: 'brand',
            openedAt: new Date(),
            joinedAt: null,
            returned: 0,
            phases: [],
            phaseEndsAt,
            atEnd: { event, creatorGets: 45_000 },
            outcome: null,
            creatorGets: null,
            ownOffer: null,
            can: {},
          },
          whatIf: [],
        };
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
