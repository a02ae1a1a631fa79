import { expect, it } from 'vitest';
import { blankValues, notStorable, patchSchema } from '../../../../src/features/campaigns/draft-values.ts';

it('names what is typed and cannot be stored, so that nobody publishes what was there before', async () => {
  const schema = await patchSchema();
  const begun = blankValues();
  const whole = { ...begun, pay: { ...begun.pay, min: 45_000 }, milestones: begun.milestones.map((m) => ({ ...m, title: 'Reel' })) };
  expect(notStorable(schema, begun, whole)).toEqual([]);
  expect(notStorable(schema, begun, begun), 'what nobody has begun is missing, not wrong').toEqual([]);
  expect(notStorable(schema, whole, { ...whole, pay: { ...whole.pay, min: Number.NaN } })).toContain('pay');
  expect(notStorable(schema, whole, { ...whole, slots: 0, wanted: { ...whole.wanted, engagementMinBps: 12_000 } })).toEqual(['slots', 'wanted']);
});
