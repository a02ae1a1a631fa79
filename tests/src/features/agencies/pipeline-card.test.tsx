import { expect, test } from 'vitest';
import type { PipelineItem } from '../../../../server/features/agencies/schema.ts';
import type { PartyDto } from '../../../../server/features/orgs/schema.ts';
import { PipelineCard } from '../../../../src/features/agencies/PipelinePage.tsx';
import { markup } from '../../../support/texts.tsx';

const party = (kind: PartyDto['kind'], name: string): PartyDto => ({
  orgId: name,
  kind,
  name,
  slug: '',
  avatarUrl: null,
});
const item: PipelineItem = {
  id: 'c1',
  stage: 'review',
  title: 'Autumn menu',
  brand: party('brand', 'Bask'),
  amount: 40_000,
  currency: 'EUR',
  held: 0,
  released: 0,
  turn: null,
  deadlineAt: new Date('2026-12-03T10:00:00Z'),
  dispute: null,
  link: '/smart-contracts/c1',
};
const card = (dispute: PipelineItem['dispute']) =>
  markup(<PipelineCard item={{ ...item, dispute }} creator={party('creator', 'Leo Duarte')} orgId="agency" />);

test('a disputed deal in the pipeline says that it is disputed, who acts next by name, and by when', async () => {
  const answered = await card({ state: 'disputed', turns: ['creator'] });
  expect(answered).toContain('Disputed');
  expect(answered).toContain('Leo Duarte’s turn');
  expect(answered).not.toContain('Bask’s turn');
  expect(answered).toContain('2026-12-03T10:00:00.000Z');
  const decided = await card({ state: 'terminated', turns: ['staff'] });
  expect(decided).toContain('Ended by our team');
  expect(decided).toContain('Sponsio’s turn');
  expect(await card(null)).not.toContain('Disputed');
});
