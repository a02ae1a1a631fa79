import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnPlace } from '../../../server/features/micro-market/schema.ts';
import { CreatorCard } from '@/components/creators/CreatorCard.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { MarketStats } from '@/features/micro-market/MarketStats.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** The creator's own card as brands see it, and what its place in the list is made of. */
export function OwnPlacePage() {
  const { t } = useTranslation('micro-market');
  const query = useQuery(api.microMarket.mine.queryOptions());
  return (
    <DetailPage
      query={query}
      errorTitle={t('own.couldNotLoad')}
      header={() => ({
        title: t('title'),
        status: t('own.status'),
        actions: (
          <Button asChild>
            <Link to="/marketplace">{t('own.packages')}</Link>
          </Button>
        ),
      })}
      aside={(own) => <Rank own={own} />}
      asideLabel={t('own.rank')}
    >
      {(own) => (
        <div className="grid gap-6">
          <MarketStats search={own.place ? { city: own.place.city } : {}} />
          {own.creator ? (
            <section>
              <h2 className="heading-section">{t('own.card')}</h2>
              <CreatorCard creator={own.creator.creator} />
            </section>
          ) : (
            <EmptyState
              title={t('own.hiddenTitle')}
              action={
                <Button asChild>
                  <Link to="/creator-profile">{t('own.profile')}</Link>
                </Button>
              }
            >
              {t('own.hiddenText')}
            </EmptyState>
          )}
        </div>
      )}
    </DetailPage>
  );
}

function Rank({ own }: { own: OwnPlace }) {
  const { t } = useTranslation('micro-market');
  const format = useFormat();
  return (
    <section className="rounded-lg border border-border bg-card p-4.5">
      <h2 className="heading-section">{t('own.rank')}</h2>
      {own.place ? (
        <p className="text-base font-semibold">
          {t('own.place', {
            rank: format.number(own.place.rank),
            of: format.number(own.place.of),
            city: own.place.city,
          })}
        </p>
      ) : own.inScope ? null : (
        <Alert>{t('own.outOfScope', { n: format.number(own.followers) })}</Alert>
      )}
      <ul className="mt-3 grid gap-2">
        {own.parts.map(({ part, points, most }) => (
          <li key={part} className="flex items-start gap-2 text-ui">
            {points > 0 ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
            ) : (
              <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            )}
            <span className="min-w-0 grow">{t(`own.part.${part}`)}</span>
            <span className="figures text-muted-foreground">
              {t('own.points', { n: format.number(points), most: format.number(most) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted-foreground">{t('own.order')}</p>
    </section>
  );
}
