import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreatorLine } from '@/components/matching/CreatorLine.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** Creators whose topics are like those of these; the route loads the texts of `matching`. */
export function SimilarCreators({ handles }: { handles: readonly string[] }) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const { data } = useQuery(api.matching.similar.queryOptions({ handles: [...handles] }));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="similar-creators">
      <h2 id="similar-creators" className="heading-section">
        {t('similar.title')}
      </h2>
      <p className="mt-0.5 text-sm text-muted-foreground">{t('similar.text')}</p>
      <ul className="mt-1.5">
        {data.map(({ creator, likeness }) => (
          <CreatorLine
            key={creator.orgId}
            creator={creator}
            figure={format.number(likeness / 100, { style: 'percent' })}
          />
        ))}
      </ul>
    </section>
  );
}
