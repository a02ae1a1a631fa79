import { useTranslation } from 'react-i18next';
import { PortalLinks } from '@/features/welcome/PortalLinks.tsx';

/** The gold half beside the closing text, below it on phones. */
const HALF = [
  'absolute inset-y-0 end-0 w-[34%] bg-(--field)',
  'ltr:[clip-path:polygon(42%_0,100%_0,100%_100%,0_100%,0_50%,42%_50%)] rtl:[clip-path:polygon(0_0,58%_0,58%_50%,100%_50%,100%_100%,0_100%)]',
  'max-md:top-auto max-md:h-[120px] max-md:w-full max-md:ltr:[clip-path:polygon(56%_0,100%_0,100%_100%,0_100%,0_50%,56%_50%)] max-md:rtl:[clip-path:polygon(0_0,44%_0,44%_50%,100%_50%,100%_100%,0_100%)]',
].join(' ');

export function FinalCall() {
  const { t } = useTranslation('landing');
  const { t: nav } = useTranslation('nav');
  return (
    <section className="relative overflow-hidden bg-ink-field text-ink-field-foreground">
      <div aria-hidden className={HALF} />
      <div className="relative mx-auto max-w-page px-5 pt-[60px] pb-[170px] md:px-10 md:pt-[92px] md:pb-[88px]">
        <h2 className="display max-w-[9em] text-[calc(2.875rem*var(--display-scale,1))] md:text-[calc(4.5rem*var(--display-scale,1))]">
          {t('final.title')}
        </h2>
        <PortalLinks on="field" className="mt-[34px] max-md:max-w-[26em]" />
        <p className="mt-3.5 text-lead text-ink-field-muted">{nav('public.note')}</p>
      </div>
    </section>
  );
}
