import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/**
 * Closes the payment page that the user left by its "cancel" link, and shows the payment's outcome, which the provider
 * decides.
 */
export function GaveUpPayment({ paymentId, onHandled }: { paymentId: string | undefined; onHandled: () => void }) {
  const { t } = useTranslation('deals');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const handled = useRef<string>(undefined);
  const cancel = trpc.payments.cancel.useMutation({
    onSettled: () => Promise.all([api.escrow.invalidate(), api.payments.invalidate(), api.home.invalidate()]),
  });
  useEffect(() => {
    if (!paymentId || handled.current === paymentId) return;
    handled.current = paymentId;
    cancel.mutate({ paymentId });
    onHandled();
    // Once per payment.
    // oxlint-disable-next-line exhaustive-deps
  }, [paymentId]);
  const { variables, isPending, error, data } = cancel;
  if (error && variables) {
    return (
      <Alert
        tone="problem"
        title={t('gaveUp.failed')}
        action={
          <Button size="small" onClick={() => cancel.mutate(variables)}>
            {common('action.tryAgain')}
          </Button>
        }
      >
        {explain(error)}
      </Alert>
    );
  }
  if (isPending)
    return (
      <p role="status" className="text-sm text-muted-foreground">
        {t('gaveUp.closing')}
      </p>
    );
  if (!data) return null;
  const closed = data.state === 'expired' || data.state === 'failed';
  return <Alert tone={closed ? 'note' : 'done'}>{t(closed ? 'gaveUp.closed' : 'gaveUp.paid')}</Alert>;
}
