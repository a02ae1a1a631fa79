import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { freeLater } from '../../../server/features/creators/rules.ts';
import type { PublicCreator } from '../../../server/features/creators/schema.ts';
import { useNow } from '@/components/time/use-now.ts';
import { useFormat } from '@/lib/format.ts';

/** How a creator works: when, where, in which formats, and what is not advertised. */
export function WorkFacts({ creator: { profile } }: { creator: PublicCreator }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const { t: categoryOf } = useTranslation('categories');
  const format = useFormat();
  const now = useNow(() => null);
  const { available, freeFrom, service, serviceKm, formats, refused } = profile.details;
  const later = freeLater({ available, freeFrom }, new Date(now));
  const facts: { id: string; label: string; value: ReactNode }[] = [
    {
      id: 'availability',
      label: t('work.availability'),
      value: available
        ? later
          ? t('facts.freeFrom', { date: format.longDate(new Date(`${later}T12:00:00Z`)) })
          : t('facts.free')
        : t('facts.notFree'),
    },
    ...(service
      ? [
          {
            id: 'service',
            label: t('work.service'),
            value:
              service === 'area'
                ? t('facts.area', {
                    km: format.number(serviceKm ?? 0, { style: 'unit', unit: 'kilometer' }),
                    city: profile.city ?? '',
                  })
                : t(`service.${service}`),
          },
        ]
      : []),
    ...(formats.length > 0
      ? [
          {
            id: 'formats',
            label: t('work.formats'),
            value: format.list(formats.map((value) => terms(`format.${value}`))),
          },
        ]
      : []),
    ...(refused.length > 0
      ? [
          {
            id: 'refused',
            label: t('facts.refused'),
            value: format.list(refused.map((value) => categoryOf(`name.${value}`))),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="creator-work">
      <h2 id="creator-work" className="heading-section">
        {t('facts.title')}
      </h2>
      <dl className="mt-1.5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(({ id, label, value }) => (
          <div key={id} className="min-w-0">
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
