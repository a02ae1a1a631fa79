import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import mugs from '@/assets/mugs.webp';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/** Real components with real sums; they arrive after the promise can be read. */
const HeroSlip = lazy(() => import('@/features/welcome/HeroSlip.tsx').then((module) => ({ default: module.HeroSlip })));
const HowItRuns = lazy(() => import('@/features/welcome/HowItRuns.tsx').then((module) => ({ default: module.HowItRuns })));

/** The gold half of the token: cut by the stepped seam, mirrored with the reading direction, at the foot on phones. */
const FIELD = [
  'absolute inset-y-0 end-0 w-1/2 bg-(--field)',
  'ltr:[clip-path:polygon(24%_0,100%_0,100%_100%,0_100%,0_56%,24%_56%)] rtl:[clip-path:polygon(0_0,76%_0,76%_56%,100%_56%,100%_100%,0_100%)]',
  'max-lg:w-[47%] max-lg:ltr:[clip-path:polygon(13%_0,100%_0,100%_100%,0_100%,0_56%,13%_56%)] max-lg:rtl:[clip-path:polygon(0_0,87%_0,87%_56%,100%_56%,100%_100%,0_100%)]',
  'max-md:top-auto max-md:h-[500px] max-md:w-full max-md:ltr:[clip-path:polygon(44%_0,100%_0,100%_100%,0_100%,0_25%,44%_25%)] max-md:rtl:[clip-path:polygon(0_0,56%_0,56%_25%,100%_25%,100%_100%,0_100%)]',
].join(' ');

/** The promise and the two doors, beside a creator's frame with the money already in it. */
export function Welcome() {
  const { t } = useTranslation('nav');
  return (
    <PublicShell wide>
      <title>{BRAND_NAME}</title>
      <div className="relative -mt-16 pt-16 md:-mt-[76px] md:pt-[76px]">
        <div aria-hidden className={FIELD} />
        <div className="relative mx-auto max-w-[1240px] px-5 md:grid md:min-h-[720px] md:grid-cols-[minmax(0,1fr)_420px] md:gap-6 md:px-10 lg:grid-cols-[minmax(0,1fr)_492px]">
          <div>
            <h1 className="display mt-[26px] max-w-[7.6em] text-[calc(3.375rem*var(--display-scale,1))] md:mt-16 md:text-[calc(4.5rem*var(--display-scale,1))] lg:text-[calc(5.75rem*var(--display-scale,1))]">{t('public.promise')}</h1>
            <p className="mt-[18px] max-w-[27.5em] text-[1.0625rem] leading-[1.6875rem] md:mt-7 md:max-lg:max-w-[24em] md:text-[1.1875rem] md:leading-[1.875rem]">{t('public.lead', { brand: BRAND_NAME })}</p>
            <div className="mt-[22px] flex flex-wrap gap-2.5 md:mt-8">
              <Link to="/business-auth" search={{ tab: 'sign-up' }} className={buttonStyles({ variant: 'ink', size: 'large', className: 'h-12 px-[22px] text-base max-md:grow' })}>
                {t('public.startAsBrand')}
              </Link>
              <Link to="/influencer-auth" search={{ tab: 'sign-up' }} className={buttonStyles({ variant: 'outline', size: 'large', className: 'h-12 px-[22px] text-base max-md:grow' })}>
                {t('public.joinAsInfluencer')}
              </Link>
            </div>
            <p className="mt-3.5 text-[0.90625rem] text-muted-foreground">{t('public.note')}</p>
          </div>
          <div className="relative mt-6 h-[568px] md:mt-4 md:h-[664px]">
            <img
              src={mugs}
              alt={t('public.heroPicture')}
              width={648}
              height={1152}
              fetchPriority="high"
              className="absolute end-0 top-0 h-[430px] w-[74%] rounded-xs object-cover md:h-[612px] md:w-[352px]"
            />
            <Suspense fallback={null}>
              <HeroSlip className="absolute inset-x-0 bottom-6 shadow-overlay md:start-[-6px] md:end-5 md:bottom-3 lg:start-[-56px] lg:end-auto lg:w-[436px]" />
            </Suspense>
          </div>
        </div>
      </div>
      {/* Its height is kept free, so that nothing jumps when it arrives. */}
      <div className="mx-auto min-h-[420px] max-w-[1240px] px-5 py-16 md:px-10 md:py-[104px]">
        <Suspense fallback={null}>
          <HowItRuns />
        </Suspense>
      </div>
    </PublicShell>
  );
}
