import { createFileRoute } from '@tanstack/react-router';
import { readCallback } from '@/features/social/callback-search.ts';
import { NetworkCallback } from '@/features/social/NetworkCallback.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/instagram/callback')({
  validateSearch: readCallback,
  loader: () => loadTexts('social', 'terms'),
  component: Callback,
});

function Callback() {
  return <NetworkCallback network="instagram" search={Route.useSearch()} />;
}
