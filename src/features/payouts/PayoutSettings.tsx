import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChangeLog } from '@/components/settings/load-change-log.ts';
import { SettingsPage } from '@/components/page/Pages.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { PayoutAccount } from '@/features/payouts/PayoutAccount.tsx';
import { PayoutSchedule } from '@/features/payouts/PayoutSchedule.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';

const ChangeLog = lazyNamed(loadChangeLog, 'ChangeLog');
const TaxDetails = lazyNamed(() => import('@/features/payouts/TaxDetails.tsx'), 'TaxDetails');

/** How a creator or an agency is paid. */
export function PayoutSettings({ persona }: { persona: Persona }) {
  const { t } = useTranslation('payouts');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.payouts.overview.queryOptions());
  const title = screens('titles.payment-settings');
  const seesLog = usePermitted('settings_log.view') === true;
  return (
    <SettingsPage title={title} status={t('settings.status')} tabs={[]} current="bank" tabsLabel={title}>
      <section aria-labelledby="payout-account">
        <h2 id="payout-account" className="heading-section mb-3">
          {t('account.title')}
        </h2>
        {query.isPending ? (
          <PendingSkeleton as="panel" rows={3} />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} title={t('loadFailed')} moneySafe onRetry={() => void query.refetch()} />
        ) : (
          <PayoutAccount account={query.data.account} />
        )}
      </section>
      {query.data?.schedule ? (
        <div className="mt-10 border-t border-border pt-6">
          <PayoutSchedule schedule={query.data.schedule} canManage={query.data.canManage} />
        </div>
      ) : null}
      <Suspense fallback={<PendingSkeleton as="panel" rows={4} />}>
        <TaxDetails />
      </Suspense>
      <section aria-labelledby="payout-fees" className="mt-10 border-t border-border pt-6">
        <h2 id="payout-fees" className="heading-section">
          {t('settings.fees')}
        </h2>
        <p className="mt-1 max-w-60ch text-sm text-muted-foreground">
          {t(persona === 'agency' ? 'settings.feesTextAgency' : 'settings.feesText')}
        </p>
      </section>
      {seesLog ? (
        <Suspense fallback={null}>
          <ChangeLog />
        </Suspense>
      ) : null}
    </SettingsPage>
  );
}
