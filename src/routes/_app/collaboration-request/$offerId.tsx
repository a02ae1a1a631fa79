import { createFileRoute } from '@tanstack/react-router';
import { OfferPage } from '@/features/offers/OfferPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { flag, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface OfferSearch {
  /** The form for another version is open. */
  counter?: true | undefined;
}

export const Route = createFileRoute('/_app/collaboration-request/$offerId')({
  validateSearch: (raw: RawSearch): OfferSearch => ({ counter: flag(raw['counter']) }),
  loader: async ({ params: { offerId } }) => {
    void queryClient.prefetchQuery(api.offers.get.queryOptions({ offerId }));
    await loadTexts('offers', 'terms', 'messages');
  },
  component: Offer,
});

function Offer() {
  const { offerId } = Route.useParams();
  const { counter } = Route.useSearch();
  return <OfferPage offerId={offerId} countering={counter === true} />;
}
