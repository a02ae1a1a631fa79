import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { api } from '@/lib/trpc.ts';

/** The first creators of the newest live campaign's ranking, each with one reason. Nothing where there is none yet. */
export function ProposedCreators() {
  const { t } = useTranslation('matching');
  const { data } = useQuery(api.matching.proposed.queryOptions());
  if (!data || data.creators.length === 0) return null;
  return (
    <section aria-labelledby="home-matches">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="home-matches" className="heading-section">
          {t('home.creators', { title: data.campaign.title })}
        </h2>
        <Link to="/match" search={{ campaign: data.campaign.id }} className="text-sm underline underline-offset-4">
          {t('home.all')}
        </Link>
      </div>
      <ul className="mt-1.5">
        {data.creators.map((creator) => (
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
              <span className="block text-sm text-muted-foreground">
                {creator.city ? <bdi>{creator.city}</bdi> : null}
                {creator.city && creator.reason ? ' · ' : null}
                {creator.reason ? t(`for.${creator.reason}`) : null}
              </span>
            </span>
            <span className="figures font-semibold">{t('home.fit', { n: Math.round(creator.fit) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
