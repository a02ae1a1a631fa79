import { createFileRoute } from '@tanstack/react-router';
import { type Role, ROLES } from '@/lib/capabilities.ts';
import { FeaturesPage } from '@/features/policies/FeaturesPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';

export const Route = createFileRoute('/features')({
  validateSearch: (raw: RawSearch): { for?: Exclude<Role, 'brand'> | undefined } => {
    const role = oneOf(raw['for'], ROLES);
    return { for: role === 'brand' ? undefined : role };
  },
  loader: () => loadTexts('common', 'features'),
  component: Features,
});

function Features() {
  return <FeaturesPage role={Route.useSearch().for ?? 'brand'} />;
}
