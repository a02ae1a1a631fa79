import { createFileRoute } from '@tanstack/react-router';
import { PostAdPage } from '@/features/ads/PostAdPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/post-ad')({
  validateSearch: (raw: RawSearch): { id?: string | undefined } => ({ id: text(raw['id'], 36) }),
  loader: () => loadTexts('ads', 'terms', 'niches'),
  remountDeps: ({ search }) => search,
  component: PostAd,
});

function PostAd() {
  return <PostAdPage adId={Route.useSearch().id ?? null} />;
}
