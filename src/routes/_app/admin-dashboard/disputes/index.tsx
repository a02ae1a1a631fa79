import { createFileRoute } from '@tanstack/react-router';
import { DisputeQueuePage } from '@/features/disputes/DisputeQueuePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/admin-dashboard/disputes/')({
  loader: () => loadTexts('disputes', 'platform'),
  component: DisputeQueuePage,
});
