import { createFileRoute } from '@tanstack/react-router';
import { PaymentResult } from '@/features/payments/PaymentResult.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { flag, id, type RawSearch } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/payment-success')({
  validateSearch: (raw: RawSearch): { payment?: string | undefined; gaveUp?: true | undefined } => ({
    payment: id(raw['payment']),
    gaveUp: flag(raw['gaveUp']),
  }),
  loader: () => loadTexts('payments', 'money'),
  component: Result,
});

function Result() {
  const { payment, gaveUp } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PaymentResult
      key={payment ?? ''}
      paymentId={payment}
      gaveUp={gaveUp === true}
      onGaveUp={() => void navigate({ search: ({ gaveUp: _done, ...rest }) => rest, replace: true })}
    />
  );
}
