import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonalSettings } from '../../../server/features/privacy/schema.ts';
import { type PageTab, SettingsPage } from '@/components/page/Pages.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { AvatarField } from '@/features/profile/AvatarField.tsx';
import type { Session } from '@/lib/auth.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Switch } from '@/ui/switch.tsx';

// Each section loads its own code: the form's, the archive's progress, the dialogs of a deletion.
const DeletionSection = lazyNamed(() => import('@/features/profile/DeletionSection.tsx'), 'DeletionSection');
const ExportSection = lazyNamed(() => import('@/features/profile/ExportSection.tsx'), 'ExportSection');
const IdentityForm = lazyNamed(() => import('@/features/profile/IdentityForm.tsx'), 'IdentityForm');
const SocialAccounts = lazyNamed(() => import('@/components/social/SocialAccounts.tsx'), 'SocialAccounts');
const RepresentationTab = lazyNamed(() => import('@/features/profile/RepresentationTab.tsx'), 'RepresentationTab');
const NoticeMatrix = lazyNamed(() => import('@/features/profile/NoticeMatrix.tsx'), 'NoticeMatrix');

/** The user's own account, with the sections that apply to it. */
export function ProfilePage({ session, tab }: { session: Session; tab: 'account' | 'representation' }) {
  const { t } = useTranslation('profile');
  const { t: screens } = useTranslation('screens');
  const title = screens('titles.profile');
  const tabs: PageTab[] = [
    { id: 'account', label: t('tab.account'), link: linkOptions({ to: '/profile' }) },
    {
      id: 'representation',
      label: t('tab.representation'),
      link: linkOptions({ to: '/profile', search: { tab: 'representation' } }),
    },
  ];
  return (
    <SettingsPage
      crumbs={[{ label: screens('areas.settings') }, { label: title }]}
      title={title}
      status={t('status')}
      tabs={session.persona === 'creator' && !session.incomplete ? tabs : []}
      current={session.persona === 'creator' ? tab : 'account'}
      tabsLabel={title}
    >
      <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
        {session.persona === 'creator' && tab === 'representation' ? (
          <RepresentationTab session={session} />
        ) : session.persona === 'staff' ? (
          <StaffIdentity session={session} />
        ) : (
          <Sections session={session} />
        )}
      </Suspense>
    </SettingsPage>
  );
}

/** Shown together with the sections above it, which would push it down. */
function SecuritySection() {
  const { t } = useTranslation('profile');
  return (
    <Section title={t('security.title')}>
      <p className="text-sm text-muted-foreground">{t('security.text')}</p>
      <p className="mt-2">
        <Link to="/enhanced-authentication" className="font-semibold link">
          {t('security.open')}
        </Link>
      </p>
    </Section>
  );
}

function Sections({ session }: { session: Session }) {
  const { t } = useTranslation('profile');
  const query = useFormStart(api.privacy.settings.queryOptions());
  // Queried here as well as in their sections: shown together, no section grows over the next one.
  const copy = useQuery(api.privacy.export.queryOptions());
  const deletion = useQuery(api.privacy.deletion.queryOptions());
  if (query.isPending || copy.isPending || deletion.isPending) return <PendingSkeleton as="panel" rows={6} />;
  if (query.isError && !query.data) {
    return (
      <>
        <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />
        <SecuritySection />
      </>
    );
  }
  return (
    <>
      <Section title={t('identity.title')} first>
        <div className="grid gap-6">
          <AvatarField session={session} />
          <div>
            <p className="text-sm font-medium">{t('identity.email')}</p>
            <p className="mt-1 wrap-anywhere">
              <bdi dir="ltr">{query.data.email}</bdi>
            </p>
            <p className="mt-1 text-sm">
              <Link to="/enhanced-authentication" hash="email" className="font-semibold link">
                {t('identity.changeEmail')}
              </Link>
            </p>
          </div>
          <IdentityForm settings={query.data} />
        </div>
      </Section>
      {session.persona === 'creator' ? <SocialSection /> : null}
      <Section title={t('notices.title')} text={t('notices.text')}>
        <NoticeMatrix settings={query.data} />
      </Section>
      {query.data.hidden === null ? null : (
        <Section title={t('privacy.title')}>
          <HideSwitch settings={query.data} />
        </Section>
      )}
      <Section title={t('export.title')} text={t('export.text')}>
        <ExportSection />
      </Section>
      <Section title={t('deletion.title')} text={t('deletion.text')}>
        <DeletionSection />
      </Section>
      <SecuritySection />
    </>
  );
}

function SocialSection() {
  const { t } = useTranslation('social');
  return (
    <Section id="social" title={t('section.title')} text={t('section.text')}>
      <SocialAccounts />
    </Section>
  );
}

function HideSwitch({ settings }: { settings: PersonalSettings }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const id = useId();
  const save = trpc.privacy.setHidden.useMutation({
    // Not disabled while saving, which would lose the focus; calls are sent one after the other, the last one counts.
    scope: { id: 'hidden' },
    onSuccess: async (saved) => {
      keepAnswer(api.privacy.settings.queryOptions().queryKey, saved);
      await api.creators.invalidate();
    },
  });
  return (
    <>
      {save.error ? (
        <Alert tone="problem" className="mb-3">
          {explain(save.error)}
        </Alert>
      ) : null}
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id} className="min-w-0 text-ui font-medium">
          {t('privacy.hide')}
          <span className="block text-sm font-normal text-muted-foreground">{t('privacy.hideText')}</span>
        </label>
        <Switch
          id={id}
          checked={save.isPending ? save.variables.hidden : settings.hidden === true}
          onCheckedChange={(hidden) => save.mutate({ hidden })}
        />
      </div>
    </>
  );
}

/** Staff accounts are created and named by a script; they have no org, mail settings or data export. */
function StaffIdentity({ session }: { session: Session }) {
  const { t } = useTranslation('profile');
  const { t: screens } = useTranslation('screens');
  return (
    <>
      <Section title={t('identity.title')} text={t('identity.staff')} first>
        <p className="font-medium">{session.name}</p>
        {session.staffRole ? (
          <p className="text-sm text-muted-foreground">{screens(`roles.${session.staffRole}`)}</p>
        ) : null}
      </Section>
      <SecuritySection />
    </>
  );
}

function Section({
  id: anchor,
  title,
  text,
  first = false,
  children,
}: {
  /** For links to it. */
  id?: string;
  title: string;
  text?: string;
  first?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={first ? undefined : 'mt-10 border-t border-border pt-6'}>
      <h2 id={id} className="heading-section">
        {title}
      </h2>
      {text ? <p className="mt-1 text-sm text-muted-foreground">{text}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
