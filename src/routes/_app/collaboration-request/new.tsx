import { createFileRoute } from '@tanstack/react-router';
import { NewOfferPage, type NewOfferSource } from '@/features/offers/NewOfferPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/collaboration-request/new')({
  validateSearch: (raw: RawSearch): NewOfferSource => {
    const application = text(raw['application'], 36);
    const creator = text(raw['creator'], 36);
    const campaign = text(raw['campaign'], 36);
    const base = text(raw['package'], 36);
    const adReply = text(raw['adReply'], 36);
    const rate = text(raw['rate'], 80);
    const template = text(raw['template'], 36);
    return {
      ...(application ? { application } : {}),
      ...(creator ? { creator } : {}),
      ...(campaign ? { campaign } : {}),
      ...(base ? { package: base } : {}),
      ...(adReply ? { adReply } : {}),
      ...(rate ? { rate } : {}),
      ...(template ? { template } : {}),
    };
  },
  loader: () => loadTexts('offers', 'terms', 'categories', 'templates'),
  // An offer to another creator is another form.
  remountDeps: ({ search }) => search,
  component: NewOffer,
});

function NewOffer() {
  return <NewOfferPage source={Route.useSearch()} />;
}
