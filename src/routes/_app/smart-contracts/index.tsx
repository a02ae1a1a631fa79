import { createFileRoute } from '@tanstack/react-router';
import {
  CONTRACT_FILTERS,
  CONTRACT_TABS,
  type ContractFilter,
  type ContractTab,
} from '@/features/contracts/contract-filters.ts';
import { ContractListPage } from '@/features/contracts/ContractListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface ContractsSearch {
  state?: ContractFilter | undefined;
  tab?: ContractTab | undefined;
}

export const Route = createFileRoute('/_app/smart-contracts/')({
  validateSearch: (raw: RawSearch): ContractsSearch => ({
    state: oneOf(raw['state'], CONTRACT_FILTERS),
    // The tabs stand in one row, whichever of the two parameters opens them.
    tab: oneOf(raw['tab'], CONTRACT_TABS) ?? oneOf(raw['state'], CONTRACT_TABS),
  }),
  loaderDeps: ({ search: { state, tab } }) => ({ state: state ?? ('all' as const), tab }),
  loader: async ({ deps: { state, tab } }) => {
    if (!tab) void queryClient.prefetchQuery(api.contracts.list.queryOptions({ state }));
    await loadTexts('contracts');
  },
  component: Contracts,
});

function Contracts() {
  const { session } = Route.useRouteContext();
  const { state, tab } = Route.useSearch();
  return (
    <ContractListPage
      filter={state ?? 'all'}
      tab={tab === 'templates' && session.persona !== 'brand' ? undefined : tab}
      isBrand={session.persona === 'brand'}
      orgId={session.org?.id ?? ''}
    />
  );
}
