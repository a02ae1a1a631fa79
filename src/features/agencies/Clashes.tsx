import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CalendarClash } from '../../../server/features/agencies/schema.ts';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { ActFor } from '@/features/agencies/ActFor.tsx';
import { countValues } from '@/lib/count.ts';

/** Deliveries and visits of a creator that come too close together. */
export function Clashes({ clashes, orgId }: { clashes: readonly CalendarClash[]; orgId: string }) {
  const { t } = useTranslation('agencies');
  if (clashes.length === 0) return null;
  return (
    <section aria-labelledby="clashes">
      <h2 id="clashes" className="heading-section">
        {t('clash.title')}
      </h2>
      <p className="text-sm text-muted-foreground">{t('clash.text')}</p>
      <ul>
        {clashes.map(({ creator, kind, items }) => (
          <li
            key={`${creator.orgId}:${kind}:${items[0]?.at.getTime()}`}
            className="grid gap-2 border-b border-border py-3 last:border-b-0"
          >
            <p className="flex min-w-0 items-center gap-2.5">
              <CreatorAvatar {...faceOf(creator)} size="sm" />
              <span className="min-w-0">
                <span className="block truncate-name font-semibold">{creator.name}</span>
                <span className="flex items-center gap-1.5 text-sm text-muted-foreground">
                  <CalendarClock aria-hidden className="size-3.5 shrink-0" />
                  {t(`clash.${kind}`, countValues(items.length))}
                </span>
              </span>
            </p>
            <ul className="grid gap-1.5 md:ps-10">
              {items.map(({ at, until, title, brand, link }) => (
                <li
                  key={`${link}:${at.getTime()}`}
                  className="grid cols-main-auto items-center gap-x-4 gap-y-1 text-sm md:grid-cols-[minmax(0,1fr)_auto_auto]"
                >
                  <span className="min-w-0 truncate-name max-md:col-span-2">
                    <bdi>{brand.name}</bdi> · <bdi>{title}</bdi>
                  </span>
                  <span className="figures">
                    <DateText value={at} />
                    {until ? (
                      <>
                        {' – '}
                        <DateText value={until} as="time" />
                      </>
                    ) : null}
                  </span>
                  <ActFor agency={orgId} creator={creator.orgId} link={link} label={`${t('due.show')}: ${title}`}>
                    {t('due.show')}
                  </ActFor>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
