import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import mugs from '@/assets/mugs.webp';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { PortalLinks } from '@/features/welcome/PortalLinks.tsx';
import { lazyPart, splitPart } from '@/features/welcome/lazy-part.tsx';
import { useSettled } from '@/features/welcome/settled.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { figuresAreMeasured, quotesAreShown } from '@/lib/figures-mode.ts';
import { loadTexts } from '@/lib/i18n.ts';

/** Real components with real sums; loaded after the headline is readable. */
const picture = splitPart(() => import('@/features/welcome/HeroPicture.tsx').then((module) => module.HeroPicture));
const figures = splitPart(() =>
  import('@/features/welcome/ClaimedFigures.tsx').then((module) => module.ClaimedFigures),
);
const measured = splitPart(() =>
  import('@/features/welcome/MeasuredFigures.tsx').then((module) => module.MeasuredFigures),
);
const features = lazyPart(() => import('@/features/welcome/Features.tsx').then((module) => module.Features));
const how = lazyPart(() => import('@/features/welcome/HowItWorks.tsx').then((module) => module.HowItWorks));
const testimonials = lazyPart(() =>
  import('@/features/welcome/Testimonials.tsx').then((module) => module.Testimonials),
);
const pricing = lazyPart(() => import('@/features/welcome/Pricing.tsx').then((module) => module.Pricing));
const call = lazyPart(() => import('@/features/welcome/FinalCall.tsx').then((module) => module.FinalCall));

/**
 * Before the prerendered page hydrates: visible parts must be loaded at once, and all of them if the visitor has begun
 * to scroll.
 */
export async function preloadWelcome(): Promise<void> {
  const parts = window.scrollY > 0 ? [features, how, testimonials, pricing, call] : [];
  await Promise.all([
    loadTexts('landing', 'common'),
    ...[picture, figuresAreMeasured() ? measured : figures, ...parts].map((part) => part.prepare()),
  ]);
}

/** The gold half of the mark: cut by the stepped seam, mirrored with the reading direction, at the foot on phones. */
const FIELD = [
  'absolute inset-y-0 end-0 w-1/2 bg-(--field)',
  'ltr:[clip-path:polygon(24%_0,100%_0,100%_100%,0_100%,0_56%,24%_56%)] rtl:[clip-path:polygon(0_0,76%_0,76%_56%,100%_56%,100%_100%,0_100%)]',
  'max-lg:w-[47%] max-lg:ltr:[clip-path:polygon(13%_0,100%_0,100%_100%,0_100%,0_56%,13%_56%)] max-lg:rtl:[clip-path:polygon(0_0,87%_0,87%_56%,100%_56%,100%_100%,0_100%)]',
  'max-md:top-auto max-md:h-[500px] max-md:w-full max-md:ltr:[clip-path:polygon(44%_0,100%_0,100%_100%,0_100%,0_25%,44%_25%)] max-md:rtl:[clip-path:polygon(0_0,56%_0,56%_25%,100%_25%,100%_100%,0_100%)]',
].join(' ');

/** The headline and the two portals, beside a creator's picture with its deal; everything else is below. */
export function Welcome() {
  const { t } = useTranslation('nav');
  useSettled();
  return (
    <PublicShell wide>
      <title>{t('public.title', { brand: BRAND_NAME })}</title>
      <div className="relative -mt-16 pt-16 md:-mt-[76px] md:pt-[76px]">
        <div aria-hidden className={FIELD} />
        <div className="relative mx-auto max-w-page px-5 md:grid md:min-h-[720px] md:grid-cols-[minmax(0,1fr)_420px] md:gap-6 md:px-10 lg:grid-cols-[minmax(0,1fr)_492px]">
          <div>
            <h1 className="display mt-[26px] max-w-[7.6em] text-[calc(3.375rem*var(--display-scale,1))] md:mt-16 md:text-[calc(4.5rem*var(--display-scale,1))] lg:text-[calc(5.75rem*var(--display-scale,1))]">
              {t('public.promise')}
            </h1>
            <p className="mt-4.5 max-w-[27.5em] text-intro leading-[1.6875rem] md:mt-7 md:max-lg:max-w-[24em] md:text-subtitle md:leading-7.5">
              {t('public.lead', { brand: BRAND_NAME })}
            </p>
            <PortalLinks className="mt-[22px] md:mt-8" />
            <p className="mt-3.5 text-note text-muted-foreground">{t('public.note')}</p>
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
              <picture.Part />
            </Suspense>
          </div>
        </div>
      </div>
      <div className={figuresAreMeasured() ? 'min-h-[300px] md:min-h-[176px]' : 'min-h-[190px] md:min-h-[120px]'}>
        <Suspense fallback={null}>{figuresAreMeasured() ? <measured.Part /> : <figures.Part />}</Suspense>
      </div>
      <features.Place id="features" className="min-h-[2700px] md:min-h-[1850px]" />
      <how.Place id="how" className="min-h-[1300px] md:min-h-[670px]" />
      {quotesAreShown() ? <testimonials.Place id="testimonials" className="min-h-[880px] md:min-h-[570px]" /> : null}
      <pricing.Place id="pricing" className="min-h-[1340px] md:min-h-[600px]" />
      <call.Place id="start" className="mt-18 min-h-[450px] md:mt-28 md:min-h-[420px]" />
    </PublicShell>
  );
}
