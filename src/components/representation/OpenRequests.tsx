import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const RequestNotice = lazyNamed(
  async () =>
    (await Promise.all([import('@/components/representation/RequestNotice.tsx'), loadTexts('representation')]))[0],
  'RequestNotice',
);

/** On the page of an offer or a deal: what an agency prepared there and its creator has not confirmed yet. */
export function OpenRequests({ subjectId }: { subjectId: string }) {
  const { data } = useQuery(api.representations.requests.queryOptions({ state: 'open', subjectId }));
  return (
    <Suspense fallback={null}>
      {data?.items.map((request) => (
        <RequestNotice key={request.id} request={request} />
      ))}
    </Suspense>
  );
}
