import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentFacts } from '../../../server/features/campaigns/schema.ts';
import { useFormat } from '@/lib/format.ts';

/** The domain that a brand has proven, how and when. */
export function VerifiedDomain({ verified }: { verified: NonNullable<PaymentFacts['verified']> }) {
  const { t } = useTranslation('brand-facts');
  const format = useFormat();
  return (
    <span data-slot="verified-domain">
      <BadgeCheck aria-hidden className="me-1.5 inline size-3.5 align-[-2px]" />
      <bdi dir="ltr">{verified.domain}</bdi>
      {' · '}
      {t(`verified.${verified.method}`, { date: format.date(verified.at) })}
    </span>
  );
}
