import { createFileRoute } from '@tanstack/react-router';
import { InstagramCallback } from '@/features/social/InstagramCallback.tsx';
import { loadTexts } from '@/lib/i18n.ts';

/** Instagram's answer. Neither the code nor the state is stored: no connection can have been started yet. */
interface CallbackSearch {
  error?: string;
  code?: string;
  state?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const Route = createFileRoute('/_public/instagram/callback')({
  validateSearch: (search: Record<string, unknown>): CallbackSearch => ({
    error: text(search['error']),
    code: text(search['code']),
    state: text(search['state']),
  }),
  loader: () => loadTexts('social'),
  component: Callback,
});

function Callback() {
  const { error, code, state } = Route.useSearch();
  return <InstagramCallback outcome={error ? 'denied' : code || state ? 'expired' : 'closed'} />;
}
