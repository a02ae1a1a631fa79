import { expect, test } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { documentWith } from '../../../../server/features/representations/text.ts';

test('a legal name with a full stop at its end leaves no sentence of the contract with two, in any language', async () => {
  const facts = {
    agency: { name: 'Vidal', legalName: 'Vidal Talent S.L.' },
    creator: { name: 'Aïcha B.' },
    scopes: ['apply'],
    commissionBps: 1_500,
    from: '2026-11-27T00:00:00.000Z',
    to: null,
    noticeDays: 30,
  } as unknown as Parameters<typeof documentWith>[0];
  const { document } = await documentWith(facts, LOCALES);
  for (const { language, paragraphs } of document.wordings)
    for (const paragraph of paragraphs) expect(paragraph, language).not.toMatch(/\.\p{Cf}*\./u);
});
