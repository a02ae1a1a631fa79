import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityOverview } from '../../../server/features/security/schema.ts';
import { SettingsPage } from '@/components/page/Pages.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { AuthenticatorPanel } from '@/features/security/AuthenticatorPanel.tsx';
import { RemovalNotice } from '@/features/security/RemovalNotice.tsx';
import { PasskeyPanel } from '@/features/security/PasskeyPanel.tsx';
import type { PasswordPanelProps } from '@/features/security/PasswordPanel.tsx';
import { SessionsPanel } from '@/features/security/SessionsPanel.tsx';
import { SignInHistory } from '@/features/security/SignInHistory.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

const EmailPanel = lazyNamed(() => import('@/features/security/EmailPanel.tsx'), 'EmailPanel');
const PasswordPanel = lazyNamed(() => import('@/features/security/PasswordPanel.tsx'), 'PasswordPanel');

export interface SecurityPageProps {
  userType: PasswordPanelProps['userType'];
  onEnrolled: () => void;
}

/** Sign-in settings: factors, devices, and recent sign-ins. */
export function SecurityPage({ userType, onEnrolled }: SecurityPageProps) {
  const { t } = useTranslation('security');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.security.overview.queryOptions());
  const title = screens('titles.enhanced-authentication');
  return (
    <SettingsPage
      crumbs={[{ label: screens('areas.settings') }, { label: title }]}
      title={title}
      status={t('status')}
      tabs={[]}
      current="sign-in"
      tabsLabel={title}
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={6} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />
      ) : (
        <Panels overview={query.data} userType={userType} onEnrolled={onEnrolled} />
      )}
    </SettingsPage>
  );
}

function Panels({ overview, userType, onEnrolled }: SecurityPageProps & { overview: SecurityOverview }) {
  const { t } = useTranslation('security');
  return (
    <div className="grid gap-10">
      {overview.mustEnrol ? (
        <Alert tone="caution" title={t('enrol.title')}>
          {t('enrol.text')}
        </Alert>
      ) : null}
      {overview.removal ? <RemovalNotice removal={overview.removal} /> : null}
      {overview.factorRequired ? null : (
        <Section id="email" title={t('email.title')} lead={t('email.lead')}>
          <EmailPanel email={overview.email} waiting={overview.emailChange} />
        </Section>
      )}
      <Section id="authenticator" title={t('authenticator.title')} lead={t('authenticator.lead')}>
        <AuthenticatorPanel overview={overview} onEnrolled={onEnrolled} />
      </Section>
      <Section id="passkeys" title={t('passkeys.title')} lead={t('passkeys.lead')}>
        <PasskeyPanel passkeys={overview.passkeys} onlyFactors={!overview.authenticator.enabled} />
      </Section>
      <Section
        id="password"
        title={t('password.title')}
        lead={t(overview.hasPassword ? 'password.changeLead' : 'password.lead')}
      >
        <PasswordPanel email={overview.email} userType={userType} hasPassword={overview.hasPassword} />
      </Section>
      <Section id="step-up" title={t('stepUp.title')} lead={t('stepUp.lead')}>
        <ul className="list-disc space-y-1 ps-5 text-ui">
          <li>{t('stepUp.bank')}</li>
          <li>{t('stepUp.settings')}</li>
          <li>{t('stepUp.sign')}</li>
          <li>{t('stepUp.release')}</li>
          <li>{t('stepUp.signIn')}</li>
          <li>{t('stepUp.export')}</li>
          <li>{t('stepUp.deletion')}</li>
        </ul>
      </Section>
      <Section id="sessions" title={t('sessions.title')} lead={t('sessions.lead')}>
        <SessionsPanel first={overview.sessions} />
      </Section>
      <Section id="history" title={t('history.title')} lead={t('history.lead')}>
        <SignInHistory first={overview.signIns} />
      </Section>
    </div>
  );
}

function Section({ id, title, lead, children }: { id: string; title: string; lead: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading-section">
        {title}
      </h2>
      <p className="mt-1 mb-4 max-w-60ch text-sm text-muted-foreground">{lead}</p>
      <Suspense fallback={<PendingSkeleton as="panel" rows={1} />}>{children}</Suspense>
    </section>
  );
}
