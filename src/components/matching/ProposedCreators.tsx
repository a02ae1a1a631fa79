import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreatorLine } from '@/components/matching/CreatorLine.tsx';
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
          <CreatorLine
            key={creator.orgId}
            creator={creator}
            reason={creator.reason ? t(`for.${creator.reason}`) : null}
            figure={t('home.fit', { n: Math.round(creator.fit) })}
          />
        ))}
      </ul>
    </section>
  );
}
