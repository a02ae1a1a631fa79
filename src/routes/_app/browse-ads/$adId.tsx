import { createFileRoute } from '@tanstack/react-router';
import { OpenAdPage } from '@/features/ads/OpenAdPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/browse-ads/$adId')({
  loader: () => loadTexts('ads', 'terms', 'niches', 'brand-facts'),
  component: OpenAd,
});

function OpenAd() {
  return <OpenAdPage adId={Route.useParams().adId} />;
}
