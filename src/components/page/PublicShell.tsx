import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkipLink } from '@/components/page/SkipLink.tsx';
import { ConsentLink } from '@/components/page/ConsentLink.tsx';
import { HelpLink } from '@/components/page/HelpLink.tsx';
import { LanguageLinks } from '@/components/page/LanguageLinks.tsx';
import { Logo } from '@/components/page/Logo.tsx';
import { PageLink } from '@/components/page/PageLink.tsx';
import { PublicMenu } from '@/components/page/PublicMenu.tsx';
import { quotesAreShown } from '@/lib/figures-mode.ts';
import { followSignedIn, useSignedIn } from '@/lib/signed-in.ts';
import { loadDisplayFace } from '@/styles/fonts-display.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/** Sections of the start page, in order. */
const PARTS = [
  { hash: 'features', label: 'features' },
  { hash: 'how', label: 'howItWorks' },
  { hash: 'testimonials', label: 'testimonials' },
  { hash: 'pricing', label: 'pricing' },
] as const;
const LEGAL = ['privacy-policy', 'terms-of-service', 'cookie-policy', 'data-deletion'] as const;

/**
 * Public pages: paper background, wordmark, the portals, languages and legal texts at the foot. `wide`: the start page,
 * which is as wide as the window, also behind the bar.
 */
export function PublicShell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { t, i18n } = useTranslation('nav');
  const signedIn = useSignedIn();
  useEffect(() => void loadDisplayFace(), [i18n.language]);
  useEffect(followSignedIn, []);
  // On the start page the bar overlaps the gold field, which stays gold in the dark theme. Each half of the bar has its
  // own background there: in some languages the bar does not end at the seam.
  const onField = wide ? 'dark:text-(--field-foreground)' : '';
  const ground = wide
    ? "dark:lg:relative dark:lg:before:absolute dark:lg:before:-inset-x-5 dark:lg:before:-inset-y-[18px] dark:lg:before:-z-10 dark:lg:before:bg-(--field) dark:lg:before:content-['']"
    : '';
  const parts = PARTS.filter(({ hash }) => hash !== 'testimonials' || quotesAreShown()).map(({ hash, label }) => ({
    key: hash,
    label: t(`public.${label}`),
    hash,
  }));
  const portals = [
    { to: '/business-auth', label: t('public.brandLogin') },
    { to: '/influencer-auth', label: t('public.influencerLogin') },
  ] as const;
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <header className="relative z-10 mx-auto flex h-16 w-full max-w-page items-center gap-2 px-5 sm:gap-3 md:h-[76px] md:gap-5 md:px-10 lg:gap-7">
        {/* Inside a landmark: a card that requires an answer may come before it. */}
        <SkipLink />
        <PageLink to="/" aria-label={t('shell.homeLink')} className="me-auto lg:me-5">
          <Logo className="h-[27px] md:h-7.5" />
        </PageLink>
        <nav
          aria-label={t('public.onThisPage')}
          className={`me-auto flex gap-6 text-lead font-medium max-lg:hidden ${wide ? 'dark:bg-paper' : ''}`}
        >
          {parts.map(({ key, label, hash }) => (
            <PartLink key={key} hash={hash} here={wide} className="underline-offset-4 hover:underline">
              {label}
            </PartLink>
          ))}
        </nav>
        <nav
          aria-label={t('shell.main')}
          className={`flex items-center gap-5 text-lead font-medium lg:gap-7 ${ground}`}
        >
          {signedIn
            ? null
            : portals.map(({ to, label }) => (
                <PageLink key={to} to={to} className={`underline-offset-4 hover:underline max-lg:hidden ${onField}`}>
                  {label}
                </PageLink>
              ))}
          <PageLink
            {...(signedIn ? { to: '/dashboard' } : { to: '/auth', tab: 'sign-up' })}
            className={buttonStyles({
              variant: 'ink',
              className: `md:h-10 ${wide ? 'md:dark:bg-(--field-foreground) md:dark:text-ink-field-foreground' : ''}`,
            })}
          >
            {signedIn ? t('public.openDashboard') : t('public.getStarted')}
          </PageLink>
        </nav>
        <PublicMenu label={t('public.menu')} className={`lg:hidden ${wide ? 'md:dark:text-(--field-foreground)' : ''}`}>
          {parts.map(({ key, label, hash }) => (
            <PartLink key={key} hash={hash} here={wide}>
              {label}
            </PartLink>
          ))}
          {signedIn
            ? null
            : portals.map(({ to, label }) => (
                <PageLink key={to} to={to}>
                  {label}
                </PageLink>
              ))}
        </PublicMenu>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={wide ? 'w-full grow overflow-x-clip' : 'mx-auto w-full max-w-page grow px-5 md:px-10'}
      >
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <footer
        data-slot="page-footer"
        className={`${wide ? '' : 'mt-16 '}bg-ink-field text-[0.875rem] leading-5.5 text-ink-field-muted`}
      >
        <div className="mx-auto max-w-page px-5 md:px-10">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-[oklch(0.36_0.01_80)] pt-[26px] pb-[34px]">
            <PageLink to="/features" className="hover:text-ink-field-foreground hover:underline">
              {t('public.allFeatures')}
            </PageLink>
            {LEGAL.map((page) => (
              <PageLink key={page} to={`/${page}`} className="hover:text-ink-field-foreground hover:underline">
                {t(`pages.${page}`)}
              </PageLink>
            ))}
            <PageLink
              to="/terms-of-service"
              hash="operator"
              className="hover:text-ink-field-foreground hover:underline"
            >
              {t('public.imprint')}
            </PageLink>
            <ConsentLink className="hover:text-ink-field-foreground hover:underline" />
            <HelpLink className="hover:text-ink-field-foreground hover:underline" />
            <LanguageLinks />
          </div>
        </div>
      </footer>
    </div>
  );
}

/** A section of the start page: a jump on that page, its address from elsewhere. */
function PartLink({
  hash,
  here,
  className,
  children,
}: {
  hash: string;
  here: boolean;
  className?: string;
  children: ReactNode;
}) {
  return here ? (
    <a href={`#${hash}`} className={className}>
      {children}
    </a>
  ) : (
    <PageLink to="/" hash={hash} className={className}>
      {children}
    </PageLink>
  );
}
