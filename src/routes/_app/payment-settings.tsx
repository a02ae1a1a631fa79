import { createFileRoute } from '@tanstack/react-router';
import { BillingSettings } from '@/features/payments/BillingSettings.tsx';
import { PayoutSettings } from '@/features/payouts/PayoutSettings.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/payment-settings')({
  loader: () => loadTexts('payments', 'payouts'),
  component: Settings,
});

function Settings() {
  const { session } = Route.useRouteContext();
  return session.persona === 'brand' ? <BillingSettings /> : <PayoutSettings />;
}
