import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '@/components/page/PageLink.tsx';

/** A sample question in the look of a field; it links to the portal of the account that can ask it. */
export function HeroAsk({ className = '' }: { className?: string }) {
  const { t } = useTranslation('landing');
  return (
    <PageLink
      to="/business-auth"
      tab="sign-up"
      className={`flex items-start gap-2.5 rounded-lg border border-border-strong bg-card px-4 py-3 text-card-foreground ${className}`}
    >
      <Search aria-hidden className="mt-1 size-4 text-muted-foreground" />
      <span>
        <span className="block text-sm text-muted-foreground">{t('ask.label')}</span>
        <span className="block text-lead leading-5.5 font-medium text-pretty">{t('ask.example')}</span>
      </span>
    </PageLink>
  );
}
