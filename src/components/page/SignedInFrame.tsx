import { MAX_TOPICS } from '../../../server/features/live/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActingBanner } from '@/components/page/ActingBanner.tsx';
import { AppShell } from '@/components/page/AppShell.tsx';
import { DataProvider } from '@/components/page/DataProvider.tsx';
import { HoldNotice } from '@/components/page/HoldNotice.tsx';
import type { AreaCounts, ShellAccount } from '@/components/page/shell-types.ts';
import { useSessionOfOtherTabs } from '@/components/page/use-session-of-other-tabs.ts';
import { WrongAccount } from '@/components/states/WrongAccount.tsx';
import { signOut } from '@/lib/auth-calls.ts';
import type { Session } from '@/lib/auth.ts';
import { useConnection } from '@/lib/connection.ts';
import { codeText, isErrorCode } from '@/lib/error-text.ts';
import { loadTexts, savedLocale, switchLanguage } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { takeRefusedChoice } from '@/lib/org-choice.ts';
import { useOutdated } from '@/lib/outdated.ts';
import type { Screen } from '@/lib/screens.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpcClient } from '@/lib/trpc.ts';

const OutdatedNotice = lazyNamed(
  async () => (await Promise.all([import('@/components/page/OutdatedNotice.tsx'), loadTexts('outdated')]))[0],
  'OutdatedNotice',
);

export interface SignedInFrameProps {
  session: Session;
  bell?: ReactNode;
  /** Above the screen, unless the account is on hold, which has its own notice. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in screen, subscribed to the events of the user and their orgs. */
export function SignedInFrame(props: SignedInFrameProps) {
  return (
    <DataProvider>
      <Frame {...props} />
    </DataProvider>
  );
}

function Frame({ session, bell, notice, children }: SignedInFrameProps) {
  const leave = useSignOut();
  useSessionOfOtherTabs();
  // Stays in the cache while the frame is mounted, so that the route guard never waits for a known answer.
  useQuery({ ...api.accounts.session.queryOptions(), enabled: false });
  useAccountLanguage(session);
  useRefusedChoice();
  const connection = useConnection();
  // A lost connection has a notice of its own.
  const outdated = useOutdated() && connection !== 'lost';
  const counts = useAreaCounts(session.org !== null);
  // A member of several orgs follows all of them.
  useLive(
    session.org
      ? [
          ...new Set([`user:${session.userId}`, `org:${session.org.id}`, ...session.orgs.map(({ id }) => `org:${id}`)]),
        ].slice(0, MAX_TOPICS)
      : null,
  );
  return (
    <AppShell
      account={accountOf(session)}
      counts={counts}
      bell={bell}
      banner={session.acting ? <ActingBanner acting={session.acting} /> : undefined}
      outdated={outdated ? <OutdatedNotice /> : undefined}
      notice={session.org?.suspended ? <HoldNotice /> : notice}
      onSignOut={leave}
    >
      {children}
    </AppShell>
  );
}

/** The org chosen in this tab was refused, and the page loaded anew without it. */
function useRefusedChoice(): void {
  useEffect(() => {
    const code = takeRefusedChoice();
    if (code && isErrorCode(code)) void loadTexts('errors').then(() => toast('error', codeText(code)));
  }, []);
}

/** Conversations with something new; the frame refetches it when a message arrives. */
function useAreaCounts(enabled: boolean): AreaCounts {
  const { data } = useQuery({ ...api.conversations.unread.queryOptions(), enabled });
  const count = data?.count ?? 0;
  return useMemo(() => ({ inbox: { count, hot: true } }), [count]);
}

/** The wrong-account page inside the frame of the signed-in user. */
export function WrongAccountFrame({ session, screen }: { session: Session; screen: Screen }) {
  return (
    <SignedInFrame session={session}>
      <WrongAccountPage session={session} screen={screen} />
    </SignedInFrame>
  );
}

function WrongAccountPage({ session, screen }: { session: Session; screen: Screen }) {
  const leave = useSignOut();
  return <WrongAccount screen={screen} persona={session.persona} name={session.name} onUseAnotherAccount={leave} />;
}

/** Signs out and shows the start page; if the call fails, the user stays signed in. */
function useSignOut(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  return () => {
    signOut()
      .then(async () => {
        await navigate({ to: '/' });
        await router.invalidate();
      })
      .catch(toastError);
  };
}

/** A language chosen while signed in is saved for the account too, because its mails use it; a detected one is not. */
function useAccountLanguage({ org, locale }: Session): void {
  const { i18n } = useTranslation('nav');
  const known = useRef(i18n.language);
  // No choice in this browser: the account's language is used.
  useEffect(() => {
    if (savedLocale() !== null || new URLSearchParams(window.location.search).has('lang') || i18n.language === locale)
      return;
    known.current = locale;
    void switchLanguage(locale);
    // Once per account; later changes are the user's.
    // oxlint-disable-next-line exhaustive-deps
  }, [locale]);
  useEffect(() => {
    const chosen = savedLocale();
    if (!org || i18n.language === known.current || chosen !== i18n.language) return;
    known.current = i18n.language;
    trpcClient.accounts.update.mutate({ locale: chosen }).catch(toastError);
  }, [i18n.language, org]);
}

function accountOf(session: Session): ShellAccount {
  return {
    persona: session.persona,
    name: session.name,
    avatarUrl: session.avatarUrl,
    acting: session.acting !== null,
    role: session.org?.role ?? session.staffRole,
    org: session.org,
    orgs: session.acting ? [] : session.orgs,
    locale: session.locale,
  };
}
