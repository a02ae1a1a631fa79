import { expect, it, vi } from 'vitest';
import type { DisputeDto, DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import { BothSides } from '../../../src/components/disputes/Statements.tsx';
import { markup } from '../../support/texts.tsx';

/** Files that a browser requests by itself cannot carry the header of the org in which the tab acts. */
const ORG = '01980000-0000-7000-8000-000000000001';
vi.mock('../../../src/lib/org-choice.ts', async (original) => ({
  ...(await original<object>()),
  inOrg: (address: string) => `${address}?org=${ORG}`,
}));

it('files of a dispute are read in the org of the tab, like its calls', async () => {
  const file = { id: 'f', side: 'brand', name: 'story.png', mime: 'image/png', size: 1, at: new Date(0) };
  const html = await markup(
    <BothSides
      milestone={
        {
          currency: 'EUR',
          brand: { orgId: 'b', name: 'Lumen', avatarUrl: null },
          creator: { orgId: 'c', name: 'Maya', avatarUrl: null },
        } as DisputedMilestone
      }
      dispute={
        { amount: 1, statements: [], evidence: [{ ...file, url: '/files/disputes/f' }] } as unknown as DisputeDto
      }
    />,
  );
  expect(html).toContain(`href="/files/disputes/f?org=${ORG}"`);
  expect(html).toContain(`src="/files/disputes/f?org=${ORG}"`);
});
