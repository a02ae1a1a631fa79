import { createFileRoute } from '@tanstack/react-router';
import { CONTRACT_FILTERS, type ContractFilter } from '@/features/contracts/contract-filters.ts';
import { ContractListPage } from '@/features/contracts/ContractListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface ContractsSearch {
  state?: ContractFilter;
}

export const Route = createFileRoute('/_app/smart-contracts/')({
  validateSearch: (raw: RawSearch): ContractsSearch => {
    const state = oneOf(raw['state'], CONTRACT_FILTERS);
    return state ? { state } : {};
  },
  loaderDeps: ({ search: { state } }) => ({ state: state ?? ('all' as const) }),
  loader: async ({ deps }) => {
    void queryClient.prefetchQuery(api.contracts.list.queryOptions(deps));
    await loadTexts('contracts');
  },
  component: Contracts,
});

function Contracts() {
  const { session } = Route.useRouteContext();
  const { state } = Route.useSearch();
  return <ContractListPage filter={state ?? 'all'} orgId={session.org?.id ?? ''} />;
}
