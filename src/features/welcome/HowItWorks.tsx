import { useTranslation } from 'react-i18next';
import { EscrowBar } from '@/components/money/EscrowBar.tsx';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';
import { MONEY_STATE_ICONS } from '@/components/money/money-states.ts';
import { ComingSoon } from '@/features/welcome/ClaimState.tsx';
import { DEMO_DEAL } from '@/features/welcome/content.ts';
import { SectionHeading } from '@/features/welcome/SectionHeading.tsx';
import { useFormat } from '@/lib/format.ts';

const { price, currency } = DEMO_DEAL;
const STEPS: readonly {
  id: 'discover' | 'create' | 'pay';
  state: 'awaiting' | 'held' | 'released';
  parts: EscrowParts;
}[] = [
  { id: 'discover', state: 'awaiting', parts: { awaiting: price } },
  { id: 'create', state: 'held', parts: { held: price } },
  { id: 'pay', state: 'released', parts: { released: price } },
];
const QUESTIONS = ['holds', 'silence', 'disagree'] as const;
/** Three bars that meet along the seam, as one bar from hollow to gold to released. */
const SEAM = [
  'md:[&_.escrow-segment]:[clip-path:polygon(0_0,100%_0,100%_50%,calc(100%-13px)_50%,calc(100%-13px)_100%,0_100%)]',
  'md:[&_.escrow-segment]:[clip-path:polygon(13px_0,100%_0,100%_50%,calc(100%-13px)_50%,calc(100%-13px)_100%,0_100%,0_50%,13px_50%)]',
  'md:[&_.escrow-segment]:[clip-path:polygon(13px_0,100%_0,100%_100%,0_100%,0_50%,13px_50%)]',
] as const;

/** Three steps as one amount, and three frequent questions. */
export function HowItWorks() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const amount = format.money({ amount: price, currency });
  return (
    <section className="mx-auto max-w-page px-5 pt-18 md:px-10 md:pt-26">
      <SectionHeading title={t('how.title')}>{t('how.lead')}</SectionHeading>
      <ol className="mt-[52px] grid gap-9 md:grid-cols-3 md:gap-0">
        {STEPS.map(({ id, state, parts }, index) => {
          const Icon = MONEY_STATE_ICONS[state];
          return (
            <li key={id} className={index < 2 ? 'md:pe-11' : ''}>
              <p className="text-[0.875rem] font-medium text-muted-foreground">{t(`how.${id}When`)}</p>
              <EscrowBar
                parts={parts}
                currency={currency}
                className={`mt-3 mb-5 h-[26px] ${index < 2 ? 'md:-me-11' : ''} ${index > 0 ? 'md:-ms-[9px]' : ''} ${SEAM[index] ?? ''}`}
              />
              <h3 className="display text-[calc(1.8125rem*var(--display-scale,1))] leading-[1.14]">{t(`how.${id}`)}</h3>
              <p className="mt-2.5 max-w-[32em] text-control leading-[1.5625rem] text-muted-foreground">
                {t(`how.${id}Text`)}
                {id === 'pay' ? (
                  <>
                    {' '}
                    {t('how.payRoi')}
                    <ComingSoon claim="how.payRoi" />
                  </>
                ) : null}
              </p>
              <p className="mt-3.5 flex items-center gap-2 text-note leading-5.5 font-medium text-muted-foreground">
                <Icon aria-hidden className="size-4" />
                {t(`how.${id}Fact`, { amount })}
              </p>
            </li>
          );
        })}
      </ol>
      <dl className="mt-11 grid gap-5.5 border-t border-border-strong pt-8 md:mt-16 md:grid-cols-3 md:gap-10">
        {QUESTIONS.map((id) => (
          <div key={id}>
            <dt className="text-control font-semibold">{t(`questions.${id}`)}</dt>
            <dd className="mt-1.5 text-lead leading-6 text-muted-foreground">{t(`questions.${id}Text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
