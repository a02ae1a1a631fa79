import { createFileRoute, redirect } from '@tanstack/react-router';
import { NewOfferPage, type NewOfferSource } from '@/features/offers/NewOfferPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/collaboration-request/new')({
  validateSearch: (raw: RawSearch): NewOfferSource => ({
    application: text(raw['application'], 36),
    creator: text(raw['creator'], 36),
    campaign: text(raw['campaign'], 36),
    package: text(raw['package'], 36),
    adReply: text(raw['adReply'], 36),
    rate: text(raw['rate'], 80),
    template: text(raw['template'], 36),
  }),
  // An offer has a recipient.
  beforeLoad: ({ search: { application, creator, adReply } }) => {
    if (!application && !creator && !adReply) throw redirect({ to: '/collaboration-request', replace: true });
  },
  loader: () => loadTexts('offers', 'terms', 'categories', 'templates'),
  // An offer to another creator is another form.
  remountDeps: ({ search }) => search,
  component: NewOffer,
});

function NewOffer() {
  return <NewOfferPage source={Route.useSearch()} />;
}
