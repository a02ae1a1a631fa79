import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkipLink } from '@/components/page/SkipLink.tsx';
import { LanguageLinks } from '@/components/page/LanguageLinks.tsx';
import { Logo } from '@/components/page/Logo.tsx';
import { loadDisplayFace } from '@/styles/fonts-display.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/** Public pages: paper ground, wordmark, the doors, languages and legal texts at the foot. `wide`: the page reaches from edge to edge, also beneath the bar. */
export function PublicShell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { t, i18n } = useTranslation('nav');
  useEffect(() => void loadDisplayFace(), [i18n.language]);
  // On the start page the bar ends on the gold field, which stays gold in the dark.
  const door = `underline-offset-4 hover:underline ${wide ? 'max-lg:hidden dark:text-(--field-foreground)' : 'max-sm:hidden'}`;
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink />
      <header className="relative z-10 mx-auto flex h-16 w-full max-w-[1240px] items-center gap-5 px-5 md:h-[76px] md:px-10">
        <Link to="/" aria-label={t('shell.homeLink')} className="me-auto">
          <Logo className="h-[27px] md:h-[30px]" />
        </Link>
        <nav aria-label={t('shell.main')} className="flex items-center gap-5 text-ui font-medium">
          <Link to={'/business-auth' as string} className={door}>
            {t('public.brandLogin')}
          </Link>
          <Link to={'/influencer-auth' as string} className={door}>
            {t('public.influencerLogin')}
          </Link>
          <Link to={'/auth' as string} className={buttonStyles({ variant: 'ink', className: wide ? 'md:dark:bg-(--field-foreground) md:dark:text-ink-field-foreground' : '' })}>
            {t('public.getStarted')}
          </Link>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={wide ? 'w-full grow overflow-x-clip' : 'mx-auto w-full max-w-[1240px] grow px-5 md:px-10'}>
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <footer className={`${wide ? '' : 'mt-16 '}bg-ink-field text-base text-ink-field-muted`}>
        <div className="mx-auto flex max-w-[1240px] flex-wrap items-center gap-x-6 gap-y-3 px-5 pt-6 pb-8 md:px-10">
          <Link to={'/terms-of-service' as string} className="hover:text-ink-field-foreground hover:underline">
            {t('screens.terms-of-service')}
          </Link>
          <Link to={'/privacy-policy' as string} className="hover:text-ink-field-foreground hover:underline">
            {t('screens.privacy-policy')}
          </Link>
          <Link to={'/cookie-policy' as string} className="hover:text-ink-field-foreground hover:underline">
            {t('screens.cookie-policy')}
          </Link>
          <LanguageLinks />
        </div>
      </footer>
    </div>
  );
}
