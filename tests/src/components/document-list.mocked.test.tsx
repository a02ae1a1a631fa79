import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import type { DealDocument } from '../../../server/features/documents/schema.ts';
import { DocumentList } from '../../../src/components/money/DocumentList.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

const KEY = ['documents'];
vi.mock('../../../src/lib/trpc.ts', () => ({
  api: { documents: { ofDeal: { queryOptions: () => ({ queryKey: KEY, queryFn: () => [] }) } } },
}));
vi.mock('../../../src/lib/permitted.ts', () => ({ usePermitted: () => true }));

const receipt = (alsoOf: string[]): DealDocument => ({
  id: 'r',
  number: 'R-2026-000042',
  kind: 'receipt',
  currency: 'EUR',
  amount: 72_080,
  issuedAt: new Date(0),
  milestoneId: 'm1',
  contractId: 'c',
  party: null,
  asBuyer: false,
  alsoOf,
});

test.each(LOCALES)('the receipt of a joint payment says that it is of several milestones: %s', async (locale) => {
  const { t } = await textsIn(locale);
  const shown = async (alsoOf: string[]) => {
    const client = new QueryClient();
    client.setQueryData(KEY, [receipt(alsoOf)]);
    return markup(
      <QueryClientProvider client={client}>
        <DocumentList id="d" contractId="c" heading="h2" />
      </QueryClientProvider>,
      locale,
    );
  };
  expect(await shown(['m1', 'm2'])).toContain(t('money:together'));
  expect(await shown(['m1'])).not.toContain(t('money:together'));
});
