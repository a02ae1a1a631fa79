import { expect, test } from 'vitest';
import type { PitchableCreator } from '../../../server/features/agencies/schema.ts';
import { openRows } from '@/components/representation/pitch-rows.ts';

const creator = (orgId: string, applied = false): PitchableCreator => ({
  creator: { orgId, name: orgId, slug: orgId, kind: 'creator', avatarUrl: null },
  applied,
});
const row = (creatorOrg: string, chosen = false) => ({ creatorOrg, chosen, price: null });

test('after a pitch the others keep their own rows, so that the next one is for who is chosen', () => {
  const rows = [row('leo', true), row('aicha'), row('nour')];
  const shown = openRows(rows, [creator('leo', true), creator('aicha'), creator('nour')]);
  expect(shown.map(({ index, creator: { orgId } }) => [index, orgId])).toEqual([
    [1, 'aicha'],
    [2, 'nour'],
  ]);
  expect(openRows(rows, [creator('nour')]).map(({ index }) => index)).toEqual([2]);
});
