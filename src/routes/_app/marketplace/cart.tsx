import { createFileRoute } from '@tanstack/react-router';
import { CartPage } from '@/features/packages/CartPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/marketplace/cart')({
  loader: () => loadTexts('packages', 'terms'),
  component: Cart,
});

function Cart() {
  const { session } = Route.useRouteContext();
  return <CartPage orgId={session.org?.id ?? ''} />;
}
