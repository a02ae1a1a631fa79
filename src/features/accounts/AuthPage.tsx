import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthShell } from '@/features/accounts/AuthShell.tsx';
import { SignUpForm } from '@/features/accounts/lazy-sign-up.ts';
import { entry } from '@/features/accounts/portal-guard.ts';
import type { Portal } from '@/features/accounts/demo-hints.ts';
import { PORTAL_PATH } from '@/features/accounts/portals.ts';
import { SignInForm } from '@/features/accounts/SignInForm.tsx';
import type { Session } from '@/lib/auth.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { innerPath } from '@/lib/search.ts';
import { tabListStyles, tabStyles } from '@/ui/tab-styles.ts';

const FinishSignUp = lazyNamed(() => import('@/features/accounts/FinishSignUp.tsx'), 'FinishSignUp');
// Reads the registry of all screens.
const NextScreen = lazyNamed(() => import('@/features/accounts/NextScreen.tsx'), 'NextScreen');

export interface AuthPageProps {
  portal: Portal;
  tab: 'sign-in' | 'sign-up';
  /** The kind of account, where the portal serves two of them. */
  as?: 'agent' | undefined;
  /** The address inside the app to open afterwards. */
  next: string | undefined;
  /** A session whose sign-up is not finished. */
  incomplete: Session | null;
}

export function AuthPage({ portal, tab, as, next, incomplete }: AuthPageProps) {
  const { t } = useTranslation('accounts');
  const router = useRouter();
  const navigate = useNavigate();
  // The address was typed on the other tab already.
  const [address, keepAddress] = useState('');
  const kept = { address, keepAddress };
  // The guard of the next page reads the session; queries of this page are not refetched.
  const goOn = () => navigate({ ...entry(next), replace: true });
  if (incomplete)
    return <FinishSignUp session={incomplete} onDone={() => void goOn()} onLeave={() => void router.invalidate()} />;
  const title = {
    auth:
      tab === 'sign-up' ? t('portal.titleSignUp', { brand: BRAND_NAME }) : t('portal.titleAuth', { brand: BRAND_NAME }),
    business: t('portal.titleBusiness'),
    influencer: t('portal.titleInfluencer'),
    admin: t('portal.titleAdmin'),
  }[portal];
  const inner = innerPath(next);
  const lead = inner ? (
    <Suspense fallback={null}>
      <NextScreen inner={inner} portal={portal} />
    </Suspense>
  ) : null;
  if (portal === 'admin') {
    return (
      <AuthShell title={title} lead={lead} minimal>
        <div className="mt-6">
          <SignInForm portal={portal} next={next} {...kept} onSignedIn={() => void goOn()} />
        </div>
      </AuthShell>
    );
  }
  const path = PORTAL_PATH[portal];
  return (
    <AuthShell title={title} lead={lead}>
      <nav aria-label={t('portal.tabs')} className={`${tabListStyles} mt-5 mb-[22px]`}>
        {(['sign-in', 'sign-up'] as const).map((name) => (
          <Link
            key={name}
            to={path}
            search={{ ...(name === 'sign-up' ? { tab: name } : {}), ...(as ? { as } : {}), ...(next ? { next } : {}) }}
            replace
            aria-current={name === tab ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            className={tabStyles}
          >
            {name === 'sign-in' ? t('portal.signIn') : t('portal.signUp')}
          </Link>
        ))}
      </nav>
      {tab === 'sign-in' ? (
        <SignInForm portal={portal} next={next} {...kept} onSignedIn={() => void goOn()} />
      ) : (
        <SignUpForm portal={portal} as={as} {...kept} onSignedUp={() => void goOn()} />
      )}
      {tab === 'sign-up' && portal !== 'auth' ? <WhatNext portal={portal} /> : null}
    </AuthShell>
  );
}

function WhatNext({ portal }: { portal: 'business' | 'influencer' }) {
  const { t } = useTranslation('accounts');
  const steps =
    portal === 'business'
      ? [t('portal.brandStep1'), t('portal.brandStep2'), t('portal.brandStep3')]
      : [t('portal.creatorStep1'), t('portal.creatorStep2'), t('portal.creatorStep3')];
  return (
    <section aria-labelledby="what-next" className="mt-7 border-t border-border pt-4">
      <h2 id="what-next" className="heading-item">
        {t('portal.whatNext')}
      </h2>
      <ol className="mt-1.5 grid gap-1.5 text-sm">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.25rem_1fr]">
            <span className="figures text-muted-foreground">{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
