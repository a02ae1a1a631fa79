import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { id, oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

/** Each view is loaded only if it is shown: the document until both have signed, the running deal afterwards. */
const ContractPage = lazyNamed(
  async () =>
    (
      await Promise.all([import('@/features/contracts/ContractPage.tsx'), loadTexts('contracts', 'clauses', 'terms')])
    )[0],
  'ContractPage',
);
const loadDeal = async () =>
  (await Promise.all([import('@/features/deals/DealPage.tsx'), loadTexts('deals', 'brief', 'money', 'messages')]))[0];
const DealPage = lazyNamed(loadDeal, 'DealPage');

interface DealSearch {
  /** The signed document of a running deal. */
  view?: 'contract' | undefined;
  /** The payment whose hosted page was left by its "cancel" link. */
  gaveUp?: string | undefined;
}

const RUNNING: readonly string[] = ['active', 'completed', 'cancelled', 'voided'];

export const Route = createFileRoute('/_app/smart-contracts/$contractId')({
  validateSearch: (raw: RawSearch): DealSearch => ({
    view: oneOf(raw['view'], ['contract']),
    gaveUp: id(raw['gaveUp']),
  }),
  loader: async ({ params: { contractId } }) => {
    const contract = await queryClient.ensureQueryData(api.contracts.get.queryOptions({ contractId }));
    if (RUNNING.includes(contract.state)) {
      void loadDeal().catch(() => {});
      void queryClient.prefetchQuery(api.escrow.deal.queryOptions({ contractId }));
    }
  },
  component: Deal,
});

function Deal() {
  const { session } = Route.useRouteContext();
  const { contractId } = Route.useParams();
  const { view, gaveUp } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: contract } = useQuery(api.contracts.get.queryOptions({ contractId }));
  useLive([`contract:${contractId}`]);
  if (!contract) return null;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={5} />}>
      {view !== 'contract' && RUNNING.includes(contract.state) ? (
        <DealPage
          contractId={contractId}
          gaveUp={gaveUp}
          onGaveUp={() => void navigate({ search: ({ gaveUp: _done, ...rest }) => rest, replace: true })}
        />
      ) : (
        <ContractPage contract={contract} persona={session.persona} signer={session.name} />
      )}
    </Suspense>
  );
}
