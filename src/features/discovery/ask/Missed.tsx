import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import { CreatorCard } from '@/components/creators/CreatorCard.tsx';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** A creator who meets all filters but one, and what would add more like them. */
export function Missed({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation('discovery');
  const countText = useCountText();
  const { data } = useQuery(api.discovery.missed.queryOptions({ filters }));
  if (!data) return null;
  const { creator, step, added } = data;
  return (
    <section aria-label={t('missed.title')} className="mt-6">
      <h2 className="heading-item">{t('missed.title')}</h2>
      <CreatorCard creator={creator} heading="h3" className="border-b-0!">
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-muted-foreground">
            {t('missed.text', { filter: t(`missed.by.${step}`), found: countText(added) })}
          </p>
          <Button size="small" onClick={() => onChange(data.filters)}>
            {t(`relax.${step}`)}
          </Button>
        </div>
      </CreatorCard>
    </section>
  );
}
