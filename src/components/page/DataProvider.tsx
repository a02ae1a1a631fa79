import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/lib/i18n.ts';
import { queryClient, trpc, trpcClient } from '@/lib/trpc.ts';

/** Provides the API client, and the reading direction for menus, tabs and groups. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  // Texts of refusals are loaded early; the screen does not wait for them.
  useEffect(() => void loadTexts('errors').catch(() => {}), [i18n.language]);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Direction.Provider dir={i18n.dir()}>{children}</Direction.Provider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
