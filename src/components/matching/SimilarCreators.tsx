import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
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
          <li
            key={creator.orgId}
            className="relative grid cols-auto-main-auto items-center gap-x-3.5 border-b border-border py-2.5 last:border-b-0 hover:bg-accent"
          >
            <CreatorAvatar {...faceOf(creator)} />
            <span className="min-w-0">
              <Link
                to="/creator/$handle"
                params={{ handle: creator.handle }}
                className="font-semibold after:absolute after:inset-0"
              >
                <bdi>{creator.name}</bdi>
              </Link>
              {creator.city ? (
                <span className="block text-sm text-muted-foreground">
                  <bdi>{creator.city}</bdi>
                </span>
              ) : null}
            </span>
            <span className="figures font-semibold">{format.number(likeness / 100, { style: 'percent' })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
