import type Stripe from 'stripe';
import type { PaymentCalls } from '../provider.ts';
import { toPayment } from '../translate.ts';
import { firstWith, keyed, lower, METHOD_TYPES, PAYMENT_EXPANSION, read, since, tagged, write } from '../wire.ts';

export function paymentCalls(stripe: Stripe): PaymentCalls {
  const retrieve = async (id: string) =>
    toPayment(await stripe.paymentIntents.retrieve(id, { expand: PAYMENT_EXPANSION }));
  return {
    retrievePayment: (id) => read(() => retrieve(id)),
    chargeMethod: (input) =>
      write(async () =>
        toPayment(
          await stripe.paymentIntents.create(
            {
              amount: input.amount,
              currency: lower(input.currency),
              customer: input.customerId,
              payment_method: input.methodId,
              allowed_payment_method_types: [METHOD_TYPES[input.kind]],
              confirm: true,
              // A payer who is not there cannot be sent to the bank's page.
              ...(input.offSession ? { off_session: true } : { return_url: input.returnUrl }),
              transfer_group: input.transferGroup,
              metadata: tagged(input),
              expand: PAYMENT_EXPANSION,
            },
            keyed(input),
          ),
        ),
      ),
    findPayment: (opId, customerId, createdAfter) =>
      read(async () => {
        const list = stripe.paymentIntents.list({ customer: customerId, ...since(createdAfter) });
        const found = await firstWith(opId, list);
        return found && retrieve(found.id);
      }),
    cancelPayment: (id) =>
      write(async () => toPayment(await stripe.paymentIntents.cancel(id, { expand: PAYMENT_EXPANSION }))),
  };
}
