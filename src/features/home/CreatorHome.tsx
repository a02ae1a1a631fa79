import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '@/lib/count.ts';
import type { CreatorHome as CreatorHomeData } from '../../../server/features/home/schema.ts';
import { CompletenessTile } from '@/components/creators/CompletenessTile.tsx';
import { CampaignLine } from '@/components/matching/CampaignLine.tsx';
import { ProposedCampaigns } from '@/components/matching/ProposedCampaigns.tsx';
import { IncomingStrip } from '@/components/money/IncomingStrip.tsx';
import { AccountsTile } from '@/components/social/AccountsTile.tsx';
import { MarketTile } from '@/components/market/MarketTile.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { HomePage } from '@/features/home/HomePage.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const AdsTile = lazyNamed(() => import('@/components/market/AdsTile.tsx'), 'AdsTile');

/** A creator's next actions, the pay, and open campaigns. */
export function CreatorHome({ orgId }: { orgId: string }) {
  const { t } = useTranslation('home');
  const query = useQuery(api.home.creator.queryOptions());
  return (
    <HomePage
      query={query}
      orgId={orgId}
      action={{ to: '/campaigns', icon: Search, label: t('findWork') }}
      steps={({ checklist }) => [
        { id: 'profile', done: checklist.profile, to: '/creator-profile' },
        { id: 'applied', done: checklist.applied, to: '/campaigns' },
        { id: 'bank', done: checklist.bank, to: '/payment-settings' },
      ]}
      lead={(home) =>
        home.money.length > 0 ? (
          <div className="grid gap-4">
            {home.money.map((sums) => (
              <IncomingStrip key={sums.currency} sums={sums} brief />
            ))}
          </div>
        ) : null
      }
      asideLabel={t('pipeline.title')}
      aside={(home) => (
        <>
          <Pipeline home={home} />
          <CompletenessTile />
          <AccountsTile />
        </>
      )}
    >
      {(home) => (
        <>
          <ProposedCampaigns />
          <OpenCampaigns home={home} />
          <MarketTile />
          <Suspense fallback={null}>
            <AdsTile side="creator" />
          </Suspense>
        </>
      )}
    </HomePage>
  );
}

function Pipeline({ home }: { home: CreatorHomeData }) {
  const { t } = useTranslation('home');
  const deals = (tab: 'applied' | 'active' | 'paid') => linkOptions({ to: '/my-campaigns', search: { tab } });
  const rows = [
    { id: 'applied', link: deals('applied'), count: home.pipeline.applied },
    { id: 'offers', link: linkOptions({ to: '/collaboration-request' }), count: home.pipeline.offers },
    { id: 'active', link: deals('active'), count: home.pipeline.active },
    { id: 'paid', link: deals('paid'), count: home.pipeline.paid },
  ] as const;
  return (
    <section aria-labelledby="home-pipeline">
      <h2 id="home-pipeline" className="heading-section">
        {t('pipeline.title')}
      </h2>
      <ul className="mt-1.5">
        {rows.map(({ id, link, count }) => (
          <li key={id} className="border-b border-border last:border-b-0">
            <Link {...link} className="flex items-center justify-between gap-3 py-2.5 hover:bg-accent">
              {t(`pipeline.${id}`)}
              <span className="figures font-semibold">{countText(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenCampaigns({ home }: { home: CreatorHomeData }) {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="home-open">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="home-open" className="heading-section">
          {t('open.title')}
        </h2>
        <Link to="/campaigns" className="text-sm underline underline-offset-4">
          {t('open.all')}
        </Link>
      </div>
      {home.campaigns.length === 0 ? <EmptyState title={t('open.none')}>{t('open.noneText')}</EmptyState> : null}
      <ul className="mt-1.5">
        {home.campaigns.map((c) => (
          <CampaignLine
            key={c.id}
            campaign={c}
            facts={
              <>
                <bdi>{c.brand.name}</bdi>
                {c.city ? (
                  <>
                    {' '}
                    · <bdi>{c.city}</bdi>
                  </>
                ) : null}
                {c.applicationDeadline ? (
                  <>
                    {' '}
                    · {t('open.until')} <DateText value={c.applicationDeadline} as="day" />
                  </>
                ) : null}
              </>
            }
            figure={<PayText min={c.payMin} max={c.payMax} currency={c.currency} />}
          />
        ))}
      </ul>
    </section>
  );
}
