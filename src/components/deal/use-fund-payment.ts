import { useEffect, useState } from 'react';
import type { PayInput } from '../../../server/features/payments/schema.ts';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useLeaving } from '@/lib/use-leaving.ts';

/** A payment that a dialog begins: what it is made with, and the call that leads to the provider's page. */
export function useFundPayment(open: boolean) {
  const [tries, setTries] = useState(0);
  /** The saved method, null for the provider's page, undefined until the payer has chosen. */
  const [chosen, setChosen] = useState<string | null>();
  // After the bank's refusal the next try is another payment.
  const requestKey = useIntentKey(`${open} ${tries}`);
  const pay = trpc.payments.pay.useMutation(withRequestKey(requestKey));
  const { leaving, leaveFor } = useLeaving();
  useEffect(() => {
    if (open) return;
    pay.reset();
    setChosen(undefined);
    // Only a change of `open` counts.
    // oxlint-disable-next-line exhaustive-deps
  }, [open]);
  return {
    chosen,
    setChosen,
    leaving,
    leaveFor,
    pending: pay.isPending || leaving,
    error: pay.error,
    async begin(input: PayInput, onRefused: (code: string | undefined) => Promise<unknown>): Promise<void> {
      try {
        leaveFor((await pay.mutateAsync(input)).url);
      } catch (error) {
        const code = appError(error)?.code;
        if (code === 'payment.declined') setTries((before) => before + 1);
        await onRefused(code);
      }
    },
  };
}
