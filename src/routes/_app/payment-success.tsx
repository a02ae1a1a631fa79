import { createFileRoute } from '@tanstack/react-router';
import { PaymentResult } from '@/features/payments/PaymentResult.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { flag, text, type RawSearch } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/payment-success')({
  validateSearch: (raw: RawSearch): { payment?: string; gaveUp?: true } => {
    const payment = text(raw['payment'], 64);
    const gaveUp = flag(raw['gaveUp']);
    return { ...(payment ? { payment } : {}), ...(gaveUp ? { gaveUp } : {}) };
  },
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
