import { useTranslation } from 'react-i18next';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

type Payment = NonNullable<MilestoneDto['activePayment']>;

/** A payment that was begun: by whom and until when its page can be used. `refused`: it could not be given up. */
export function ActivePayment({ payment, refused }: { payment: Payment; refused: unknown }) {
  const { t } = useTranslation('payments');
  const explain = useErrorText();
  return (
    <div className="grid gap-3">
      <p>{t('fund.inProgress', { name: payment.startedBy })}</p>
      <p className="text-sm text-muted-foreground">
        {t('fund.inProgressUntil')} <DateText value={payment.expiresAt} />
      </p>
      {refused ? <Alert tone="problem">{explain(refused)}</Alert> : null}
    </div>
  );
}

export interface ActivePaymentFooterProps {
  payment: Payment;
  givingUp: boolean;
  leaving: boolean;
  onGiveUp: () => void;
  onContinue: (url: string) => void;
}

export function ActivePaymentFooter({ payment, givingUp, leaving, onGiveUp, onContinue }: ActivePaymentFooterProps) {
  const { t } = useTranslation('payments');
  return (
    <>
      <Button pending={givingUp} onClick={onGiveUp}>
        {t('fund.giveUp')}
      </Button>
      <Button
        variant="ink"
        aria-disabled={payment.url === null || undefined}
        pending={leaving}
        onClick={() => payment.url && onContinue(payment.url)}
      >
        {t('fund.continue')}
      </Button>
    </>
  );
}
