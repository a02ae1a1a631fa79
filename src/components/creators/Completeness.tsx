import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { COMPARED_BY, type StepResult } from '../../../server/features/creators/completeness/rules.ts';
import { WEIGHTS } from '../../../server/features/matching/rules.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Progress } from '@/ui/progress.tsx';

/** How complete the profile is: each step with what it adds and what it changes. */
export function Completeness() {
  const { t } = useTranslation('completeness');
  const format = useFormat();
  const { data } = useQuery(api.creators.completeness.queryOptions());
  if (!data) return null;
  const percent = format.number(data.score / 100, { style: 'percent' });
  return (
    <section aria-labelledby="completeness" className="rounded-md border border-border p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="completeness" className="heading-section">
          {t('title')}
        </h2>
        <span className="figures font-semibold">{percent}</span>
      </div>
      <Progress value={data.score} label={t('title')} className="mt-2" />
      <ul className="mt-3 grid gap-3">
        {data.steps.map((result) => (
          <StepItem key={result.step} result={result} />
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted-foreground">{t('version', { version: data.version })}</p>
    </section>
  );
}

function StepItem({ result: { step, points, worth, of } }: { result: StepResult }) {
  const { t } = useTranslation('completeness');
  const format = useFormat();
  const isDone = points >= worth;
  const part = COMPARED_BY[step];
  return (
    <li className="flex items-start gap-2 text-sm">
      {isDone ? (
        <Check aria-label={t('filled')} className="mt-0.5 size-4 shrink-0" />
      ) : (
        <span aria-hidden className="mt-1 size-3.5 shrink-0 rounded-full border border-input" />
      )}
      <span className="min-w-0 grow">
        <span className={isDone ? 'text-muted-foreground' : 'font-medium'}>
          {t(`step.${step}`)}
          {of && !isDone ? ` · ${t('of', { n: of.have, max: of.need })}` : null}
        </span>
        {isDone ? null : (
          <span className="block text-muted-foreground">
            {part
              ? t(`effect.${step}`, { percent: format.number(WEIGHTS[part], { style: 'percent' }) })
              : t(`effect.${step}`)}
          </span>
        )}
      </span>
      {isDone ? null : <span className="figures text-muted-foreground">{t('adds', { n: worth - points })}</span>}
    </li>
  );
}
