import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentFacts } from '../../../server/features/campaigns/schema.ts';
import { VerifiedDomain } from '@/components/people/VerifiedDomain.tsx';
import { roughDuration, useDurationText } from '@/lib/duration.ts';

/** How reliably and fast a brand pays, computed from its funded and approved deals, and the domain that it has proven. */
export function BrandFacts({ facts }: { facts: PaymentFacts }) {
  const { t } = useTranslation('brand-facts');
  const duration = useDurationText();
  return (
    <span>
      {facts.fundedDeals === 0 ? (
        t('newBrand')
      ) : (
        <>
          <ShieldCheck aria-hidden className="me-1.5 inline size-3.5 align-[-2px]" />
          {t('funded', { count: facts.fundedDeals })}
          {facts.medianApprovalSeconds === null ? null : (
            <> · {t('approves', { time: duration(roughDuration(facts.medianApprovalSeconds)) })}</>
          )}
        </>
      )}
      {facts.verified ? (
        <span className="block">
          <VerifiedDomain verified={facts.verified} />
        </span>
      ) : null}
    </span>
  );
}
