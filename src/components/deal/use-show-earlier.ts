import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Pages {
  fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>;
}

/**
 * Loads what came before the `oldest` of a list that ends with the newest: it appears above, and what was on the screen
 * stays where it is.
 */
export function useShowEarlier(
  list: RefObject<HTMLElement | null>,
  query: Pages,
  oldest: string | undefined,
): () => Promise<void> {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (before.current === null || !list.current) return;
    list.current.scrollTop += list.current.scrollHeight - before.current;
    before.current = null;
  }, [list, oldest]);
  return async () => {
    before.current = list.current?.scrollHeight ?? null;
    const { hasNextPage, isError } = await query.fetchNextPage();
    if (isError) before.current = null;
    // The button is gone: the list it extended takes the focus.
    else if (!hasNextPage) list.current?.focus();
  };
}
