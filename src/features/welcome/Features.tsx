import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '@/features/welcome/claims.ts';
import { ComingSoon, WorksToday } from '@/features/welcome/ClaimState.tsx';
import { EscrowPicture, SearchPicture, VettingPicture } from '@/features/welcome/pictures.tsx';
import { SectionHeading } from '@/features/welcome/SectionHeading.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';

const MORE = ['matching', 'briefs', 'terms', 'reports', 'invoices', 'creators', 'social', 'growth'] as const;

/** The claims: three beside a live part of the product, the others as a list. */
export function Features() {
  const { t } = useTranslation('landing');
  return (
    <section className="mx-auto max-w-page px-5 pt-18 md:px-10 md:pt-26">
      <SectionHeading title={t('features.title')}>{t('features.lead')}</SectionHeading>
      <div className="mt-12">
        <Spread
          claim="ask.label"
          title={t('ask.label')}
          text={t('features.discovery', { brand: BRAND_NAME })}
          picture={<SearchPicture />}
        />
        <Spread
          claim="features.vetting"
          title={t('features.vetting')}
          text={t('features.vettingText')}
          picture={<VettingPicture />}
          pictureFirst
        />
        <Spread
          claim="features.escrow"
          title={t('features.escrow')}
          text={t('features.escrowText')}
          picture={<EscrowPicture />}
        />
      </div>
      <dl className="grid gap-x-10 gap-y-5 border-t border-border-strong pt-9 md:grid-cols-2 md:gap-y-[34px] lg:grid-cols-4">
        {MORE.map((id) => (
          <div key={id}>
            <dt className="text-control font-semibold">
              <span>{t(`features.${id}`)}</span>
              <ComingSoon claim={`features.${id}`} />
            </dt>
            <dd className="mt-1 text-lead leading-[1.4375rem] text-muted-foreground">
              {t(`features.${id}Text`)}
              <WorksToday claim={`features.${id}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Spread({
  claim,
  title,
  text,
  picture,
  pictureFirst = false,
}: {
  claim: Claim;
  title: string;
  text: string;
  picture: ReactNode;
  pictureFirst?: boolean;
}) {
  return (
    <div
      className={`grid items-center gap-6 border-t border-border-strong py-9 md:gap-10 md:py-14 lg:gap-[72px] ${pictureFirst ? 'md:grid-cols-[7fr_5fr]' : 'md:grid-cols-[5fr_7fr]'}`}
    >
      <div className={pictureFirst ? 'md:order-2' : ''}>
        <h3 className="display text-[calc(1.75rem*var(--display-scale,1))] leading-[1.08] md:text-[calc(2.25rem*var(--display-scale,1))]">
          <span>{title}</span>
          <ComingSoon claim={claim} />
        </h3>
        <p className="mt-3.5 max-w-[30em] text-control leading-[1.625rem] text-muted-foreground">{text}</p>
      </div>
      <div className="overflow-hidden rounded-[10px] border border-border-strong bg-card text-sm text-card-foreground">
        {picture}
      </div>
    </div>
  );
}
