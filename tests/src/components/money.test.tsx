import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EquationList } from '../../../src/components/money/EquationList.tsx';
import { EscrowBar } from '../../../src/components/money/EscrowBar.tsx';
import { ESCROW_PARTS, escrowSegments } from '../../../src/components/money/escrow-parts.ts';
import { MONEY_STATES } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MONEY_STATE_ICONS } from '../../../src/components/money/money-states.ts';
import { MoneyStateTag } from '../../../src/components/money/MoneyStateTag.tsx';
import { MoneyText } from '../../../src/components/money/MoneyText.tsx';
import { TurnTag } from '../../../src/components/money/TurnTag.tsx';
import { markup } from '../../support/texts.tsx';

describe('the escrow bar', () => {
  it('keeps the order released, held, disputed, refunded, awaiting, left whatever comes first', () => {
    const parts = escrowSegments({ left: 1, awaiting: 2, refunded: 3, disputed: 4, held: 5, released: 6 }, 'EUR').map(
      ({ part }) => part,
    );
    expect(parts).toEqual(['released', 'held', 'disputed', 'refunded', 'awaiting', 'left']);
  });

  it('gives every segment its true share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90_000_000 }), { minLength: 1, maxLength: ESCROW_PARTS.length }),
        (amounts) => {
          const parts = Object.fromEntries(amounts.map((amount, index) => [ESCROW_PARTS[index] ?? 'left', amount]));
          const shares = escrowSegments(parts, 'EUR').map(({ share }) => share);
          const total = amounts.reduce((a, b) => a + b, 0);
          expect(shares).toEqual(amounts.map((amount) => amount / total));
        },
      ),
    );
  });

  it('leaves out what is empty', () => {
    expect(escrowSegments({ held: 45_000, released: 0, refunded: 0 }, 'EUR')).toHaveLength(1);
  });

  it('is an image with a sentence that holds every amount', async () => {
    const html = await markup(<EscrowBar parts={{ held: 45_000, awaiting: 15_000 }} currency="EUR" />);
    expect(html).toContain('role="img"');
    expect(html).toContain('aria-label="In escrow: €450.00 and Awaiting funding: €150.00, out of €600.00"');
    expect(html.indexOf('data-part="held"')).toBeLessThan(html.indexOf('data-part="awaiting"'));
  });

  it('has a sentence of its own while there is no money', async () => {
    expect(await markup(<EscrowBar parts={{}} currency="EUR" />)).toContain('aria-label="No money yet"');
  });
});

describe('amounts on screen', () => {
  it('stand in an isolated left-to-right run', async () => {
    expect(await markup(<MoneyText money={{ amount: 45_000, currency: 'EUR' }} />, 'ar')).toMatch(
      /^<bdi dir="ltr"[^>]*>450\.00\s€<\/bdi>$/u,
    );
  });

  it('show what is unknown as unknown, and zero as zero', async () => {
    expect(await markup(<MoneyText money={null} />)).toContain('–');
    expect(await markup(<MoneyText money={{ amount: 0, currency: 'EUR' }} quietZero />)).toContain('€0.00');
  });

  it('add up visibly, or show that they do not', async () => {
    const lines = [
      { id: 'held', label: 'Held', money: { amount: 30_000, currency: 'EUR' as const }, state: 'held' as const },
      { id: 'review', label: 'to approve', money: { amount: 10_000, currency: 'EUR' as const }, within: true },
      {
        id: 'released',
        label: 'Released',
        money: { amount: 15_000, currency: 'EUR' as const },
        state: 'released' as const,
      },
    ];
    expect(
      await markup(
        <EquationList total={{ label: 'Funded', money: { amount: 45_000, currency: 'EUR' } }} lines={lines} />,
      ),
    ).toContain('Adds up');
    expect(
      await markup(
        <EquationList total={{ label: 'Funded', money: { amount: 45_001, currency: 'EUR' } }} lines={lines} />,
      ),
    ).toContain('Does not add up');
  });
});

describe('states of money', () => {
  it('have an icon, a word and a shape each, in every language', async () => {
    for (const locale of ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'] as const) {
      const tags = await Promise.all(MONEY_STATES.map((state) => markup(<MoneyStateTag state={state} />, locale)));
      expect(new Set(tags.map((tag) => tag.replace(/<[^>]+>/gu, ''))).size).toBe(MONEY_STATES.length);
      tags.forEach((tag, index) => expect(tag).toContain(`data-state="${MONEY_STATES[index]}"`));
    }
    expect(new Set(Object.values(MONEY_STATE_ICONS)).size).toBe(MONEY_STATES.length);
  });

  it('name who acts next', async () => {
    expect(await markup(<TurnTag turn={{ who: 'you' }} />)).toContain('Your turn');
    expect(await markup(<TurnTag turn={{ who: 'them', name: 'Maya' }} />)).toContain('Maya’s turn');
  });
});
