import type Stripe from 'stripe';
import type { DisputeCalls } from '../provider.ts';
import { toDispute, toFraudWarning } from '../translate.ts';
import { read, write } from '../wire.ts';

export function disputeCalls(stripe: Stripe): DisputeCalls {
  return {
    retrieveDispute: (disputeId) => read(async () => toDispute(await stripe.disputes.retrieve(disputeId))),
    submitEvidence: ({ disputeId, idempotencyKey, evidence }) =>
      write(async () =>
        toDispute(
          await stripe.disputes.update(disputeId, { evidence: { ...evidence }, submit: true }, { idempotencyKey }),
        ),
      ),
    retrieveFraudWarning: (warningId) =>
      read(async () => toFraudWarning(await stripe.radar.earlyFraudWarnings.retrieve(warningId))),
  };
}
