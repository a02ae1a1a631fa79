import { useTranslation } from 'react-i18next';
import { EscrowBar } from '@/components/money/EscrowBar.tsx';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';
import { useFormat } from '@/lib/format.ts';

/** The service fee of the schedule in force, basis points; the quote of each deal says its own. */
const FEE_BPS = 500;
const AMOUNT = 45_000;

const STEPS: readonly { id: 'agree' | 'hold' | 'release'; parts: EscrowParts }[] = [
  { id: 'agree', parts: { awaiting: AMOUNT } },
  { id: 'hold', parts: { held: AMOUNT } },
  { id: 'release', parts: { released: AMOUNT } },
];

/** Three steps as one amount: agreed, held, released. Beneath, who pays what. */
export function HowItRuns() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const fee = format.percent(FEE_BPS);
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="display max-w-[14em] text-[calc(2.5rem*var(--display-scale,1))] md:text-[calc(3.625rem*var(--display-scale,1))]">
        {t('how.title')}
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-0">
        {STEPS.map(({ id, parts }) => (
          <li key={id} className="md:pe-8">
            <EscrowBar parts={parts} currency="EUR" className="md:-me-8" />
            <h3 className="display mt-5 text-[calc(2.25rem*var(--display-scale,1))]">{t(`how.${id}`)}</h3>
            <p className="mt-2 max-w-[32em] text-base">{t(`how.${id}Text`, { fee })}</p>
          </li>
        ))}
      </ol>
      <dl className="mt-16 grid border-t border-border-strong md:grid-cols-2">
        <div className="border-b border-border py-5 md:border-b-0 md:pe-8">
          <dt className="sr-only">{t('doors.title')}</dt>
          <dd className="max-w-[36em] text-base">{t('doors.brand', { fee })}</dd>
        </div>
        <div className="py-5 md:border-s md:border-border md:ps-8">
          <dt className="sr-only">{t('doors.title')}</dt>
          <dd className="max-w-[36em] text-base">{t('doors.creator')}</dd>
        </div>
      </dl>
    </section>
  );
}
