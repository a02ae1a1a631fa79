import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage, type PaymentsSearch } from '@/features/payments/PaymentsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { id, oneOf, type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/payments/')({
  validateSearch: (raw: RawSearch): PaymentsSearch => {
    const view = oneOf(raw['view'], ['documents']);
    const month = text(raw['month'], 7);
    const ofList = {
      state: oneOf(raw['state'], ['held', 'to_approve', 'released', 'refunded', 'disputed', 'awaiting']),
      q: text(raw['q'], 80),
      milestone: id(raw['milestone']),
    };
    return {
      ...(view ? { state: undefined, q: undefined, milestone: undefined } : ofList),
      view,
      month: view && month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    };
  },
  loader: () => loadTexts('payments', 'incoming', 'money', 'ledger', 'deals'),
  component: Payments,
});

function Payments() {
  const { session } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PaymentsPage
      persona={session.persona}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
