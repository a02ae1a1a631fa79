import { createFileRoute } from '@tanstack/react-router';
import { readCallback } from '@/features/social/callback-search.ts';
import { NetworkCallback } from '@/features/social/NetworkCallback.tsx';
import { loadTexts } from '@/lib/i18n.ts';

/** Open to visitors too: a user who was signed out meanwhile finishes after a sign-in. */
export const Route = createFileRoute('/_public/_networks/auth/tiktok/callback')({
  validateSearch: readCallback,
  loader: () => loadTexts('social', 'terms'),
  component: Callback,
});

function Callback() {
  return <NetworkCallback network="tiktok" search={Route.useSearch()} />;
}
