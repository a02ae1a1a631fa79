import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { id, type RawSearch } from '@/lib/search.ts';

// Payers and payees have different settings; only one of them is loaded.
const BillingSettings = lazyNamed(() => import('@/features/payments/BillingSettings.tsx'), 'BillingSettings');
const PayoutSettings = lazyNamed(() => import('@/features/payouts/PayoutSettings.tsx'), 'PayoutSettings');

export const Route = createFileRoute('/_app/payment-settings')({
  loader: ({ context }) =>
    context.session.persona === 'brand' ? loadTexts('payments') : loadTexts('payouts', 'billing'),
  validateSearch: (raw: RawSearch): { saved?: string | undefined } => ({ saved: id(raw['saved']) }),
  component: Settings,
});

function Settings() {
  const { session } = Route.useRouteContext();
  const { saved } = Route.useSearch();
  const navigate = Route.useNavigate();
  return session.persona === 'brand' ? (
    <BillingSettings saved={saved} onHandled={() => void navigate({ search: {}, replace: true })} />
  ) : (
    <PayoutSettings persona={session.persona} />
  );
}
