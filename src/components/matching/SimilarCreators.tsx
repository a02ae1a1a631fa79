import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreatorLine } from '@/components/matching/CreatorLine.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** Beside each other on a screen. */
const MAX_COMPARED = 4;

/** Creators whose topics are like those of these; the route loads the texts of `matching`. */
export function SimilarCreators({ handles }: { handles: readonly string[] }) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const { data } = useQuery(api.matching.similar.queryOptions({ handles: [...handles] }));
  if (!data || data.length === 0) return null;
  const compared = [...handles, ...data.map(({ creator }) => creator.handle)].slice(0, MAX_COMPARED);
  return (
    <section aria-labelledby="similar-creators">
      <h2 id="similar-creators" className="heading-section">
        {t('similar.title')}
      </h2>
      <p className="mt-0.5 text-sm text-muted-foreground">{t('similar.text')}</p>
      <p className="mt-1.5 text-sm">
        <Link to="/discovery" search={{ compare: compared.join() }} className="link">
          {t('similar.compare', { count: compared.length })}
        </Link>
      </p>
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
