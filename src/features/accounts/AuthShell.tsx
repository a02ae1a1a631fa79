import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES, matchLocale } from '../../../server/core/locale.ts';
import { ConsentLink } from '@/components/page/ConsentLink.tsx';
import { HelpLink } from '@/components/page/HelpLink.tsx';
import { Logo } from '@/components/page/Logo.tsx';
import { SkipLink } from '@/components/page/SkipLink.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { LANGUAGE_NAMES, switchLanguage } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const SidePicture = lazyNamed(() => import('@/features/accounts/SidePicture.tsx'), 'SidePicture');

export interface AuthShellProps {
  title: string;
  /** Under the heading: the target page, or whom the portal is for. */
  lead?: ReactNode;
  /** The staff portal: no links to other portals, no picture. */
  minimal?: boolean;
  children: ReactNode;
}

/** The form on the leading side, a creator's work with its money on the other. */
export function AuthShell({ title, lead, minimal = false, children }: AuthShellProps) {
  const { t } = useTranslation('nav');
  return (
    <div className={minimal ? 'min-h-dvh' : 'grid min-h-dvh md:grid-cols-2'}>
      <title>{`${title} · ${BRAND_NAME}`}</title>
      <SkipLink />
      <div className="flex min-w-0 flex-col px-5 pt-5 pb-6 md:min-h-dvh md:px-10 md:pt-7">
        <header className="flex">
          <Link to="/" aria-label={t('shell.homeLink')} className="rounded-sm">
            <Logo className="h-7" />
          </Link>
        </header>
        {/* At a fixed height: if it were centered, parts of the form that load late would move it under the pointer. */}
        <main id="main" tabIndex={-1} className="mx-auto mt-[clamp(0rem,8dvh,5rem)] mb-auto w-full max-w-[380px] py-7">
          <h1 className="text-[1.625rem] leading-8 font-semibold tracking-heading">{title}</h1>
          {lead ? <div className="mt-1.5 text-sm wrap-anywhere text-muted-foreground empty:hidden">{lead}</div> : null}
          {children}
        </main>
        <Footer minimal={minimal} />
      </div>
      {minimal ? null : (
        <Suspense fallback={<div className="h-[300px] bg-[oklch(0.78_0.04_75)] md:h-auto" />}>
          <SidePicture />
        </Suspense>
      )}
    </div>
  );
}

function Footer({ minimal }: { minimal: boolean }) {
  const { t, i18n } = useTranslation('accounts');
  const { t: nav } = useTranslation('nav');
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted-foreground">
      <label className="flex items-center gap-1.5">
        <Globe aria-hidden className="size-3.5" />
        <span className="sr-only">{nav('shell.language')}</span>
        <select
          className="min-h-6 cursor-pointer rounded-sm bg-transparent text-foreground link touch:min-h-11"
          value={matchLocale(i18n.language) ?? 'en'}
          onChange={(event) => void switchLanguage(matchLocale(event.currentTarget.value) ?? 'en')}
        >
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale} className="bg-popover text-popover-foreground">
              {LANGUAGE_NAMES[locale]}
            </option>
          ))}
        </select>
      </label>
      <ConsentLink className="min-h-6 text-foreground link touch:min-h-11" />
      <Link to="/terms-of-service" hash="operator" className="text-foreground link">
        {nav('public.imprint')}
      </Link>
      <HelpLink className="text-foreground link" />
      {minimal ? null : (
        <>
          <span>
            {t('portal.forBrands')}{' '}
            <Link to="/business-auth" className="text-foreground link">
              {nav('public.brandLogin')}
            </Link>
          </span>
          <span>
            {t('portal.forCreators')}{' '}
            <Link to="/influencer-auth" className="text-foreground link">
              {nav('public.influencerLogin')}
            </Link>
          </span>
        </>
      )}
    </footer>
  );
}
