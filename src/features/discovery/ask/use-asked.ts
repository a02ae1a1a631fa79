import { useQuery } from '@tanstack/react-query';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { AskSearch } from '@/features/discovery/ask/ask-search.ts';
import { filtersOf, partsOf } from '@/features/discovery/discovery-filters.ts';
import { useSearch } from '@/features/discovery/use-search.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';

const NONE: Filters = {};

/** The question in the address, the filters that it was read as or that were changed since, and what they find. */
export function useAsked({ q, edited, view: _view, ...written }: AskSearch) {
  const read = useQuery({
    ...api.discovery.parse.queryOptions({ text: q ?? '-', language: currentLocale() }),
    enabled: q !== undefined,
    // Each reading counts towards the hourly limit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const question = q !== undefined && read.data ? { text: q, ...read.data } : null;
  const filters = edited ? filtersOf(written) : (question?.filters ?? NONE);
  const asked = partsOf(filters).length > 0;
  const found = useSearch(filters, { enabled: asked });
  const counted = found.first?.total ?? undefined;
  return {
    read,
    question,
    filters,
    asked,
    found,
    counted,
    // While the next results are read, those of the search before stay on the screen; their count says nothing of this one.
    total: found.query.isPlaceholderData ? undefined : counted,
  };
}
