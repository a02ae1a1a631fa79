import { createFileRoute } from '@tanstack/react-router';
import { ProfileEditor } from '@/features/creators/ProfileEditor.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/creator-profile')({
  loader: async () => {
    void queryClient.prefetchQuery(api.creators.mine.queryOptions());
    await loadTexts('creators', 'terms', 'categories', 'completeness');
  },
  component: ProfileEditor,
});
