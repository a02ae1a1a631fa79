import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignListItem } from '../../../server/features/campaigns/schema.ts';
import type { BrandHome as BrandHomeData } from '../../../server/features/home/schema.ts';
import type { CurrencySummary } from '../../../server/features/payments/schema.ts';
import { ActLink } from '@/components/gates/ActLink.tsx';
import { EquationList } from '@/components/money/EquationList.tsx';
import { ProposedCreators } from '@/components/matching/ProposedCreators.tsx';
import { EscrowBar } from '@/components/money/EscrowBar.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { MarketTile } from '@/components/market/MarketTile.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { DataTable } from '@/components/table/DataTable.tsx';
import { HomePage } from '@/features/home/HomePage.tsx';
import { countValues } from '@/lib/count.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy, lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

const AdsTile = lazyNamed(() => import('@/components/market/AdsTile.tsx'), 'AdsTile');
/** Loaded while something is missing in the profile. */
const BrandCompleteness = lazy(async () => {
  const [part] = await Promise.all([import('@/components/people/BrandCompleteness.tsx'), loadTexts('brands')]);
  return { default: part.BrandCompleteness };
});

/** A brand's next actions, its money and its campaigns. */
export function BrandHome({ orgId }: { orgId: string }) {
  const { t } = useTranslation('home');
  const query = useQuery(api.home.brand.queryOptions());
  return (
    <HomePage
      query={query}
      orgId={orgId}
      action={{ to: '/post-influencer-campaign', action: 'campaign.edit', icon: Plus, label: t('newCampaign') }}
      steps={({ checklist }) => [
        { id: 'billing', done: checklist.billing, to: '/payment-settings' },
        { id: 'campaign', done: checklist.campaign, to: '/post-influencer-campaign' },
        { id: 'offer', done: checklist.offer, to: '/my-campaigns' },
        { id: 'funded', done: checklist.funded, to: '/my-campaigns' },
      ]}
      asideLabel={t('money')}
      aside={(home) => <Money summaries={home.money} />}
    >
      {(home) => (
        <>
          <Campaigns home={home} />
          <ProposedCreators />
          {home.profile.missing.length > 0 ? (
            <Suspense fallback={null}>
              <BrandCompleteness completeness={home.profile} shown={3} />
            </Suspense>
          ) : null}
          <MarketTile />
          <Suspense fallback={null}>
            <AdsTile side="brand" />
          </Suspense>
        </>
      )}
    </HomePage>
  );
}

function Money({ summaries }: { summaries: readonly CurrencySummary[] }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const seen = usePermitted('money.view') === true;
  return (
    <section aria-labelledby="home-money">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="home-money" className="heading-section">
          {t('money')}
        </h2>
        <Link to="/payments" className="text-sm underline underline-offset-4">
          {t('allPayments')}
        </Link>
      </div>
      {summaries.length === 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">{t(seen ? 'noMoney' : 'moneyHidden')}</p>
      ) : null}
      {summaries.map(({ currency, balances, toApprove, returning }) => {
        const money = (amount: number) => ({ amount, currency });
        return (
          <div key={currency} className="mt-3">
            <EscrowBar
              parts={{
                released: balances.released,
                held: balances.held,
                disputed: balances.disputed,
                releasing: returning,
                refunded: balances.refunded - returning,
              }}
              currency={currency}
            />
            <EquationList
              className="mt-2"
              total={{ label: t('funded'), money: money(balances.funded) }}
              lines={[
                { id: 'held', label: common('escrowPart.held'), money: money(balances.held), state: 'held' },
                { id: 'approve', label: t('toApprove'), money: money(toApprove), within: true },
                {
                  id: 'released',
                  label: common('escrowPart.released'),
                  money: money(balances.released),
                  state: 'released',
                },
                {
                  id: 'disputed',
                  label: common('escrowPart.disputed'),
                  money: money(balances.disputed),
                  state: 'disputed',
                },
                ...(returning > 0
                  ? [
                      {
                        id: 'returning',
                        label: common('escrowPart.returning'),
                        money: money(returning),
                        state: 'releasing' as const,
                      },
                    ]
                  : []),
                {
                  id: 'refunded',
                  label: common('escrowPart.refunded'),
                  money: money(balances.refunded - returning),
                  state: 'refunded',
                },
              ]}
            />
          </div>
        );
      })}
    </section>
  );
}

/** The budget of a campaign by state; what was not agreed yet is left. */
function partsOf(c: CampaignListItem) {
  const { held, released, refunded, disputed, funded } = c.balances;
  // Refunded money is available again.
  return {
    released,
    held,
    refunded: 0,
    disputed,
    awaiting: Math.max(0, c.committed - (funded - refunded)),
    left: Math.max(0, c.left),
  };
}

function Campaigns({ home }: { home: BrandHomeData }) {
  const { t } = useTranslation('home');
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="heading-section">{t('campaigns.title')}</h2>
        <Link to="/my-campaigns" className="text-sm underline underline-offset-4">
          {t('campaigns.all')}
        </Link>
      </div>
      {home.campaigns.length === 0 ? (
        <EmptyState
          title={t('campaigns.none')}
          action={
            <ActLink to="/post-influencer-campaign" action="campaign.edit" reasonShown>
              {t('newCampaign')}
            </ActLink>
          }
        >
          {t('campaigns.noneText')}
        </EmptyState>
      ) : (
        <DataTable
          className="mt-1.5"
          label={t('campaigns.title')}
          rows={home.campaigns}
          rowKey={(c) => c.id}
          columns={[
            {
              id: 'campaign',
              header: t('campaigns.campaign'),
              cell: (c) => (
                <>
                  <Link
                    {...(c.state === 'draft'
                      ? linkOptions({ to: '/post-influencer-campaign', search: { id: c.id } })
                      : linkOptions({ to: '/my-campaigns/$campaignId', params: { campaignId: c.id } }))}
                    className="after:absolute after:inset-0"
                  >
                    {c.title || t('campaigns.untitled')}
                  </Link>
                  <span className="block text-sm font-normal text-muted-foreground">
                    {t('campaigns.line', {
                      applications: t('campaigns.applications', countValues(c.applications)),
                      taken: c.slotsTaken,
                      slots: c.slots,
                    })}
                  </span>
                </>
              ),
            },
            {
              id: 'state',
              header: t('campaigns.state'),
              phone: 'corner',
              cell: (c) => <Tag>{t(`campaignState.${c.state}`)}</Tag>,
            },
            {
              id: 'budget',
              header: t('campaigns.budget'),
              phone: 'line',
              className: 'md:w-[30%]',
              cell: (c) => <EscrowBar size="sm" parts={partsOf(c)} currency={c.currency} />,
            },
            {
              id: 'held',
              header: t('campaigns.held'),
              align: 'end',
              cell: (c) => <MoneyText money={{ amount: c.balances.held, currency: c.currency }} quietZero />,
            },
            {
              id: 'left',
              header: t('campaigns.left'),
              align: 'end',
              cell: (c) => <MoneyText money={{ amount: c.left, currency: c.currency }} quietZero />,
            },
          ]}
        />
      )}
    </section>
  );
}
