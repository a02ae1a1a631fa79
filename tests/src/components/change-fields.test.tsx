import { expect, it } from 'vitest';
import type { AddendaDto } from '../../../server/features/addenda/schema.ts';
import { ChangeFields, EMPTY_CHANGE } from '../../../src/components/addenda/ChangeFields.tsx';
import { markup } from '../../support/texts.tsx';

const range = { now: 'P5D', min: 'P1D', max: 'P10D' };
const addenda = {
  currency: 'EUR',
  milestones: [],
  clocks: { review: range, funding: range },
  serverNow: new Date('2026-11-24T10:20:00Z'),
} as unknown as AddendaDto;

it('a value of an addendum that was refused is named as wrong, with the reason, where it is typed', async () => {
  const shown = (field: string) =>
    markup(
      <ChangeFields
        draft={EMPTY_CHANGE}
        addenda={addenda}
        error={{ field, text: 'Above the limit.' }}
        onChange={() => {}}
      />,
    );
  for (const [field, control] of [
    ['amount', /<input[^>]*aria-invalid="true"[^>]*>/gu],
    ['items', /<textarea[^>]*aria-invalid="true"[^>]*>/gu],
  ] as const) {
    const html = await shown(field);
    const wrong = html.match(control) ?? [];
    expect(wrong, field).toHaveLength(1);
    const described = /aria-describedby="([^"]+)"/u.exec(wrong[0]!)?.[1] ?? '';
    expect(html, field).toMatch(new RegExp(`id="${described}"[^>]*>.*Above the limit\\.`, 'u'));
    expect(html.match(/aria-invalid="true"/gu), 'no other one').toHaveLength(1);
  }
});
