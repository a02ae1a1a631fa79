import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CampaignLine } from '@/components/matching/CampaignLine.tsx';
import { RaiseText } from '@/components/matching/RaiseText.tsx';
import { useReasonText } from '@/components/matching/use-reason-text.ts';
import { PayText } from '@/components/money/PayText.tsx';
import { api } from '@/lib/trpc.ts';

const SHOWN = 5;

/** The campaigns that fit the creator best, each with one reason, and what would raise the fit most. */
export function ProposedCampaigns() {
  const { t } = useTranslation('matching');
  const textOf = useReasonText('work');
  const { data } = useQuery({
    ...api.matching.forCreator.queryOptions({ limit: SHOWN }),
    refetchOnWindowFocus: false,
  });
  const items = data?.items.filter(({ unmet }) => unmet.length === 0) ?? [];
  if (!data || (items.length === 0 && data.raises.length === 0)) return null;
  const [raise] = data.raises;
  return (
    <section aria-labelledby="home-matches">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="home-matches" className="heading-section">
          {t('work.ranking')}
        </h2>
        <Link to="/match" className="text-sm underline underline-offset-4">
          {t('home.all')}
        </Link>
      </div>
      <ul className="mt-1.5">
        {items.map(({ campaign, fit, target, audience, reasonsFor: [reason] }) => (
          <CampaignLine
            key={campaign.id}
            campaign={campaign}
            facts={
              <>
                <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} />
                {reason ? ` · ${textOf({ part: reason.part, direction: 'for', target, audience })}` : null}
              </>
            }
            figure={t('home.fit', { n: Math.round(fit) })}
          />
        ))}
      </ul>
      {raise ? (
        <p className="mt-3">
          <RaiseText raise={raise} />
        </p>
      ) : null}
    </section>
  );
}
