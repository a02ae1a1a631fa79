import { MoveRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddendumDto, AddendumEffect } from '../../../server/features/addenda/schema.ts';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';

interface Line {
  key: string;
  label: string;
  before: string | null;
  after: string;
  notes?: readonly string[];
}

/** What an addendum changes, old beside new, by the function that applies it. */
export function AddendumEffects({
  addendum,
  effects,
  title,
  brand,
}: {
  addendum: AddendumDto;
  effects: readonly AddendumEffect[];
  title: ReactNode;
  brand: string;
}) {
  const { t } = useTranslation('addenda');
  const format = useFormat();
  const duration = useDurationText();
  const { currency } = addendum;
  const money = (amount: number) => format.money({ amount, currency });
  const lineOf = (effect: AddendumEffect, i: number): Line => {
    const key = `${effect.kind}:${i}`;
    switch (effect.kind) {
      case 'reprice':
        return {
          key,
          label: t('effect.reprice', { title: effect.title }),
          before: money(effect.before),
          after: money(effect.after),
          notes: [t('effect.charge', { name: brand, amount: money(effect.charge.total) })],
        };
      case 'move':
      case 'deadline':
        return {
          key,
          label: t(`effect.${effect.kind}`, { title: effect.title }),
          before: format.dateTime(effect.before),
          after: format.dateTime(effect.after),
        };
      case 'clock':
        return {
          key,
          label: t(`clock.${effect.clock}`),
          before: duration(effect.before),
          after: duration(effect.after),
        };
      default:
        return {
          key,
          label: t(`effect.${effect.kind}`, { title: effect.title, date: format.longDate(effect.dueAt) }),
          before: null,
          after: money(effect.amount),
          notes: [
            t('effect.charge', { name: brand, amount: money(effect.charge.total) }),
            t('effect.fundUntil', { date: format.dateTime(effect.fundUntil) }),
          ],
        };
    }
  };
  const lines = effects.map(lineOf);
  if (addendum.totalBefore !== addendum.totalAfter)
    lines.push({
      key: 'total',
      label: t('effect.total'),
      before: money(addendum.totalBefore),
      after: money(addendum.totalAfter),
    });
  return (
    <div>
      <h3 className="heading-item">{title}</h3>
      <dl className="mt-1 grid text-ui">
        {lines.map(({ key, label, before, after, notes }) => (
          <div key={key} className="grid gap-x-4 gap-y-0.5 border-b border-border py-2 last:border-b-0 sm:grid-cols-2">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              {before === null ? (
                <span className="text-sm font-medium">{t('panel.new')}:</span>
              ) : (
                <>
                  <span className="sr-only">{t('panel.before')}</span>
                  <del dir="auto" className="text-muted-foreground">
                    {before}
                  </del>
                  <MoveRight aria-hidden className="flip size-3.5 self-center text-muted-foreground" />
                  <span className="sr-only">{t('panel.after')}</span>
                </>
              )}
              <ins dir="auto" className="font-semibold no-underline">
                {after}
              </ins>
              {notes?.map((note) => (
                <span key={note} className="w-full text-sm text-muted-foreground">
                  {note}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
