import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { feeOn } from '../../../server/features/ledger/charges/rules.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { PageLink } from '@/components/page/PageLink.tsx';
import { Mark } from '@/components/page/Mark.tsx';
import { ComingSoon } from '@/features/welcome/ClaimState.tsx';
import { DEMO_DEAL } from '@/features/welcome/content.ts';
import { SectionHeading } from '@/features/welcome/SectionHeading.tsx';
import { useFormat } from '@/lib/format.ts';
import { SERVICE_FEE } from '@/lib/service-fee.ts';
import { useSignedIn } from '@/lib/signed-in.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

const FOR_BRANDS = ['ads', 'matching', 'review', 'secure', 'analytics'] as const;
const FOR_INFLUENCERS = ['profile', 'apply', 'tools', 'fast', 'support'] as const;

/** What is free for both sides, and one whole bill. */
export function Pricing() {
  const { t } = useTranslation('landing');
  const { t: nav } = useTranslation('nav');
  const signedIn = useSignedIn();
  return (
    <section className="mx-auto max-w-page px-5 pt-18 md:px-10 md:pt-26">
      <SectionHeading title={t('pricing.title')}>{t('pricing.lead')}</SectionHeading>
      <div className="mt-11 grid items-start gap-9 md:grid-cols-2 md:gap-14 lg:grid-cols-[1fr_1fr_400px]">
        <div>
          <FreeList title={t('pricing.brands')} lines={FOR_BRANDS} />
          {signedIn ? null : (
            <PageLink
              to="/business-auth"
              tab="sign-up"
              className={buttonStyles({ variant: 'ink', size: 'large', className: 'mt-6' })}
            >
              {nav('public.startAsBrand')}
            </PageLink>
          )}
        </div>
        <div>
          <FreeList title={t('pricing.influencers')} lines={FOR_INFLUENCERS} />
          {signedIn ? null : (
            <PageLink
              to="/influencer-auth"
              tab="sign-up"
              className={buttonStyles({ variant: 'outline', size: 'large', className: 'mt-6' })}
            >
              {nav('public.joinAsInfluencer')}
            </PageLink>
          )}
        </div>
        <Bill />
      </div>
    </section>
  );
}

type Line = (typeof FOR_BRANDS | typeof FOR_INFLUENCERS)[number];

function FreeList({ title, lines }: { title: string; lines: readonly Line[] }) {
  const { t } = useTranslation('landing');
  return (
    <>
      <h3 className="display text-[calc(1.875rem*var(--display-scale,1))] leading-[1.14]">{title}</h3>
      <ul className="mt-4.5 border-t border-border-strong">
        {lines.map((line) => (
          <li key={line} className="flex items-center gap-2.5 border-b border-border py-2.75 text-control">
            <Check aria-hidden className="size-3.5" />
            <span>
              <span>{t(`pricing.${line}`)}</span>
              <ComingSoon claim={`pricing.${line}`} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bill() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const { price, currency, taxBps } = DEMO_DEAL;
  const { bps, fixed } = SERVICE_FEE;
  const fee = feeOn(price, SERVICE_FEE, currency);
  const tax = Math.round((fee * taxBps) / 10_000);
  const money = (amount: number) => ({ amount, currency });
  return (
    <section
      aria-labelledby="bill"
      className="rounded-sm border border-border-strong bg-card px-6 pt-6 pb-5 text-card-foreground md:max-lg:col-span-2"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id="bill" className="text-lead font-semibold">
          {t('bill.title')}
        </h3>
        <Mark className="size-[22px]" />
      </div>
      <p className="text-sm text-muted-foreground">{t('bill.of')}</p>
      <QuoteLines
        spacious
        className="mt-3.5"
        lines={[
          { id: 'price', label: t('bill.price'), money: money(price) },
          {
            id: 'fee',
            label: t('bill.fee', {
              rate: fixed === 0 ? format.percent(bps) : `${format.percent(bps)} + ${format.money(money(fixed))}`,
            }),
            money: money(fee),
          },
          { id: 'tax', label: t('bill.tax', { rate: format.percent(taxBps) }), money: money(tax) },
        ]}
        total={{ label: t('bill.pays'), money: money(price + fee + tax) }}
      />
      <p className="flex items-center justify-between gap-3 border-t border-dashed border-input pt-3 text-lead">
        {t('bill.receives')}
        <b className="font-semibold">
          <MoneyText money={money(price)} />
        </b>
      </p>
    </section>
  );
}
