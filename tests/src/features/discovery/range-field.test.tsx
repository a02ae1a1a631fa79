import { expect, it } from 'vitest';
import { followerCount } from '../../../../server/features/creators/rules.ts';
import { RangeField } from '../../../../src/features/discovery/RangeField.tsx';
import { markup } from '../../../support/texts.tsx';

const field = (value: { min?: number; max?: number }) =>
  markup(<RangeField label="Followers" value={value} read={followerCount} write={String} onChange={() => {}} />);

it('a range with its minimum above its maximum keeps both ends and says so at the minimum', async () => {
  const html = await field({ min: 9000, max: 100 });
  expect(html).toContain('The minimum is above the maximum.');
  expect(html.match(/aria-invalid="true"/gu)).toHaveLength(1);
  expect(html).toMatch(/value="9000"/u);
  expect(html).toMatch(/value="100"/u);
});

it('a range with one end has no fault', async () => {
  expect(await field({ min: 9000 })).not.toContain('aria-invalid="true"');
});
