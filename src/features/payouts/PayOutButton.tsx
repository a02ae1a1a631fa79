import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bankFor } from '../../../server/features/payouts/rules.ts';
import type { PayoutAccountDto, PayoutOverview } from '../../../server/features/payouts/schema.ts';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { codeText } from '@/lib/error-text.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { useFormat } from '@/lib/format.ts';
import { maskedNumber } from '../../../server/core/masked-number.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** "Pay out €135.00": everything available in one currency, to the connected bank. */
export function PayOutButton({
  sums,
  account,
}: {
  sums: PayoutOverview['perCurrency'][number];
  account: PayoutAccountDto;
}) {
  const { t } = useTranslation('payouts');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  // One key per opening: a double click or a retry sends one payout.
  // oxlint-disable-next-line exhaustive-deps
  const requestKey = useMemo(() => randomId(), [open]);
  const send = trpc.payouts.payOut.useMutation(withRequestKey(requestKey));
  const bank = bankFor(account, sums.currency);
  const money = { amount: sums.available, currency: sums.currency };
  const amount = format.money(money);
  const refusal =
    sums.can.payOut === true
      ? null
      : codeText(sums.can.payOut as 'auth.not_allowed', {
          amount: sums.minimum,
          min: sums.minimum,
          currency: sums.currency,
          until: bank?.coolingUntil?.toISOString() ?? null,
        });
  const run = () =>
    send
      .mutateAsync({ currency: sums.currency })
      .then(
        () => setOpen(false),
        () => undefined,
      )
      .finally(() => void api.payouts.invalidate());
  return (
    <>
      <Button
        variant="money"
        aria-disabled={refusal !== null || undefined}
        title={refusal ?? undefined}
        onClick={() => {
          send.reset();
          setOpen(true);
        }}
      >
        {t('payOut.button', { amount })}
      </Button>
      {refusal ? (
        <p className="w-full text-end text-xs text-muted-foreground">
          {refusal}{' '}
          {bank?.coolingUntil ? <Countdown deadline={bank.coolingUntil} className="text-muted-foreground!" /> : null}
        </p>
      ) : null}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        pending={send.isPending}
        title={t('payOut.title')}
        closeLabel={common('action.close')}
        footer={
          <>
            <Button aria-disabled={send.isPending || undefined} onClick={() => setOpen(false)}>
              {common('action.cancel')}
            </Button>
            <Button variant="money" pending={send.isPending} onClick={() => void run()}>
              {t('payOut.button', { amount })}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <RefusalAlert error={send.error} />
          <QuoteLines
            lines={[
              { id: 'available', label: t('payOut.available'), money },
              { id: 'fee', label: t('payOut.fee'), money: { ...money, amount: 0 } },
            ]}
            total={{
              label: t('payOut.toBank', {
                bank: bank ? isolateBidi(maskedNumber(bank.last4)) : '',
              }),
              money,
            }}
          />
          <p className="text-sm text-muted-foreground">{t('payOut.next')}</p>
        </div>
      </Dialog>
    </>
  );
}
