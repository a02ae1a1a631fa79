import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitDto } from '../../../server/features/visits/schema.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { VisitCard } from '@/components/visits/VisitCard.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** The visits of today and of the next week on a home screen; nothing without one. */
export function TodayVisits() {
  const { t } = useTranslation('visits');
  const format = useFormat();
  const heading = useId();
  const { data } = useQuery(api.visits.upcoming.queryOptions({}));
  const { rows, more } = useShowMore(data?.items ?? [], data?.next ?? null, (after) =>
    api.visits.upcoming.queryOptions({ after }),
  );
  if (!data || rows.length === 0) return null;
  const today = format.date(data.serverNow);
  // One that began before midnight and lasts until today is a visit of today.
  const isToday = ({ slot: { startsAt, endsAt } }: VisitDto) =>
    format.date(startsAt) === today ||
    (startsAt < data.serverNow && (format.date(endsAt) === today || endsAt > data.serverNow));
  const groups = [
    { id: 'today', items: rows.filter(isToday) },
    { id: 'next', items: rows.filter((visit) => !isToday(visit) && visit.slot.startsAt > data.serverNow) },
  ] as const;
  if (groups.every(({ items }) => items.length === 0)) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">
        {t('title')}
      </h2>
      {groups.map(({ id, items }) =>
        items.length > 0 ? (
          <div key={id} className="mt-2">
            <h3 className="text-sm font-semibold text-muted-foreground">{t(`home.${id}`)}</h3>
            <ul>
              {items.map((visit) => (
                <li key={visit.id} className="border-b border-border last:border-b-0">
                  <VisitCard visit={visit} linked />
                </li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
      {more}
    </section>
  );
}
