import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Figure {
  id: string;
  value: ReactNode;
  label: string;
  /** How it is counted. */
  note?: string;
}

/** Large figures side by side, on phones stacked. */
export function FigureRow({ figures, note }: { figures: readonly Figure[]; note?: string }) {
  const { t } = useTranslation('landing');
  return (
    <section aria-label={t('figures.title')} className="mx-auto max-w-page px-5 md:px-10">
      <dl className="grid border-b border-border-strong md:grid-cols-3">
        {figures.map((figure) => (
          <div
            key={figure.id}
            className="flex flex-col-reverse justify-end py-3.5 max-md:flex-row-reverse max-md:items-baseline max-md:gap-3 max-md:border-b max-md:border-border max-md:last:border-0 md:pe-14 md:pt-[26px] md:pb-6"
          >
            <dt className="text-lead text-muted-foreground">
              {figure.label}
              {figure.note ? <span className="block text-sm">{figure.note}</span> : null}
            </dt>
            <dd className="text-[2.125rem] leading-[2.375rem] font-[640] tracking-heading [font-family:var(--type-display)] max-md:min-w-24 md:text-[2.875rem] md:leading-[2.875rem]">
              <bdi>{figure.value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {note ? <p className="pt-3 text-sm text-muted-foreground">{note}</p> : null}
    </section>
  );
}
