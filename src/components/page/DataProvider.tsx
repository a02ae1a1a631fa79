import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/lib/i18n.ts';
import { queryClient, trpc, trpcClient } from '@/lib/trpc.ts';

/** Everything beneath may read and act through the API; menus, tabs and groups know the reading direction. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  // Refusals are to be explained without a second wait; the screen itself does not wait for them.
  useEffect(() => void loadTexts('errors').catch(() => {}), [i18n.language]);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Direction.Provider dir={i18n.dir()}>{children}</Direction.Provider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
