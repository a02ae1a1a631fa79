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
  state?: ContractFilter;
  tab?: ContractTab;
}

export const Route = createFileRoute('/_app/smart-contracts/')({
  validateSearch: (raw: RawSearch): ContractsSearch => {
    const state = oneOf(raw['state'], CONTRACT_FILTERS);
    const tab = oneOf(raw['tab'], CONTRACT_TABS);
    return { ...(state ? { state } : {}), ...(tab ? { tab } : {}) };
  },
  loaderDeps: ({ search: { state, tab } }) => ({ state: state ?? ('all' as const), tab }),
  loader: async ({ deps: { state, tab } }) => {
    if (!tab) void queryClient.prefetchQuery(api.contracts.list.queryOptions({ state }));
    await loadTexts('contracts');
  },
  component: Contracts,
});

function Contracts() {
  const { session } = Route.useRouteContext();
  const search = Route.useSearch();
  // An unknown tab of an old address is still in the search.
  const tab = oneOf(search.tab, CONTRACT_TABS);
  return (
    <ContractListPage
      filter={search.state ?? 'all'}
      tab={tab === 'templates' && session.persona !== 'brand' ? undefined : tab}
      isBrand={session.persona === 'brand'}
      orgId={session.org?.id ?? ''}
    />
  );
}
