import { useTranslation } from 'react-i18next';
import type { OpenCampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

export const APPLY_ID = 'apply';

/** A link to the form at the end of a long brief, with the pay; absent if applying is not possible. */
export function ApplyLink({ campaign, className }: { campaign: OpenCampaignDetail; className?: string }) {
  const { t } = useTranslation('campaigns');
  const { t: common } = useTranslation();
  const format = useFormat();
  const can = campaign.can.apply === true || campaign.can.apply === 'auth.mailbox_unverified';
  if (campaign.application || !can) return null;
  const { payMin: min, payMax: max, currency } = campaign;
  const amountOf = (amount: number) => format.money({ amount, currency });
  return (
    <Button asChild variant="ink" className={className ?? ''}>
      <a
        href={`#${APPLY_ID}`}
        onClick={(event) => {
          event.preventDefault();
          const heading = document.getElementById(APPLY_ID);
          heading?.scrollIntoView({ block: 'start' });
          heading?.focus({ preventScroll: true });
        }}
      >
        {t('apply.button', {
          amount: min === max ? amountOf(min) : common('priceRange', { min: amountOf(min), max: amountOf(max) }),
        })}
      </a>
    </Button>
  );
}
