import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadErrorTextsOnInput } from '@/lib/error-text.ts';
import { queryClient, trpc, trpcClient } from '@/lib/trpc.ts';

/** Provides the API client, and the reading direction for menus, tabs and groups. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  useEffect(loadErrorTextsOnInput, []);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Direction.Provider dir={i18n.dir()}>{children}</Direction.Provider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
