import { expect, it } from 'vitest';
import { blankValues, notStorable, patchSchema, savedWith } from '../../../../src/features/campaigns/draft-values.ts';

it('names typed values that cannot be stored, so that the old ones are not published', async () => {
  const schema = await patchSchema();
  const begun = blankValues();
  const whole = {
    ...begun,
    pay: { ...begun.pay, min: 45_000 },
    milestones: begun.milestones.map((m) => ({ ...m, title: 'Reel' })),
  };
  expect(notStorable(schema, begun, whole)).toEqual([]);
  expect(notStorable(schema, begun, begun), 'what nobody has begun is missing, not wrong').toEqual([]);
  expect(notStorable(schema, whole, { ...whole, pay: { ...whole.pay, min: Number.NaN } })).toContain('pay');
  expect(
    notStorable(schema, whole, { ...whole, slots: 0, wanted: { ...whole.wanted, engagementMinBps: 12_000 } }),
  ).toEqual(['slots', 'wanted']);
});

it('a save beside an incomplete value does not count that value as stored', async () => {
  const schema = await patchSchema();
  const before = { ...blankValues(), title: 'Three drinks' };
  const typed = { ...before, title: 'Three drinks and a cake', slots: 0 };
  const saved = savedWith(schema, before, typed);
  expect([saved.title, saved.slots]).toEqual(['Three drinks and a cake', before.slots]);
  expect(notStorable(schema, saved, typed)).toEqual(['slots']);
});
