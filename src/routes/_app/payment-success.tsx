import { createFileRoute } from '@tanstack/react-router';
import { PaymentResult } from '@/features/payments/PaymentResult.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/payment-success')({
  validateSearch: (raw: Record<string, unknown>): { payment?: string } => {
    const payment = text(raw['payment'], 64);
    return payment ? { payment } : {};
  },
  loader: () => loadTexts('payments', 'money'),
  component: Result,
});

function Result() {
  const { payment } = Route.useSearch();
  return <PaymentResult key={payment ?? ''} paymentId={payment} />;
}
