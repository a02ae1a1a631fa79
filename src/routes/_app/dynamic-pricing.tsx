import { createFileRoute } from '@tanstack/react-router';
import { PriceRulesPage } from '@/features/price-rules/PriceRulesPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/dynamic-pricing')({
  loader: () => loadTexts('price-rules', 'terms'),
  component: DynamicPricing,
});

function DynamicPricing() {
  const { session } = Route.useRouteContext();
  return <PriceRulesPage persona={session.persona} />;
}
