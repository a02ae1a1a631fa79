import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Progress } from '@/ui/progress.tsx';

/** On the home of a creator: how complete the profile is, and the step that adds most. */
export function CompletenessTile() {
  const { t } = useTranslation('completeness');
  const format = useFormat();
  const { data } = useQuery({ ...api.creators.completeness.queryOptions(), refetchOnWindowFocus: false });
  if (!data) return null;
  return (
    <section aria-labelledby="home-completeness" className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="home-completeness" className="heading-section">
          {t('title')}
        </h2>
        <span className="figures font-semibold">{format.number(data.score / 100, { style: 'percent' })}</span>
      </div>
      <Progress value={data.score} label={t('title')} className="mt-2" />
      <p className="mt-2 text-sm text-muted-foreground">
        {data.next ? (
          <Link to="/creator-profile" className="link">
            {t(`step.${data.next}`)}
          </Link>
        ) : (
          t('whole')
        )}
      </p>
    </section>
  );
}
