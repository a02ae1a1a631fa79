import type Stripe from 'stripe';
import type { MethodKind, PaymentProvider, WriteInput } from './provider.ts';
import { seconds, toMethod, toPayment, toSetup } from './translate.ts';
import { checkoutLocale, firstWith, lower, PAGE, PAYMENT_EXPANSION } from './wire.ts';

type SavedMethodCalls = Pick<
  PaymentProvider,
  | 'cancelPayment'
  | 'chargeMethod'
  | 'createCustomer'
  | 'createSetup'
  | 'deleteCustomer'
  | 'detachMethod'
  | 'findCustomer'
  | 'findPayment'
  | 'findSetup'
  | 'nameCustomer'
  | 'retrieveMethod'
  | 'retrieveSetup'
>;

interface Calls {
  read: <T>(call: () => Promise<T>) => Promise<T>;
  write: <T>(call: () => Promise<T>) => Promise<T>;
  tagged: (input: WriteInput) => Record<string, string>;
  keyed: (input: WriteInput) => { idempotencyKey: string };
}

const TYPES: Record<MethodKind, 'card' | 'sepa_debit'> = { card: 'card', bank_debit: 'sepa_debit' };

/** Customers, the methods that they save, and charges of those. */
export function savedMethodCalls(stripe: Stripe, { read, write, tagged, keyed }: Calls): SavedMethodCalls {
  const setup = (sessionId: string) => stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent'] });
  return {
    createCustomer: (input) =>
      write(async () => {
        const customer = await stripe.customers.create(
          { email: input.email, name: input.name, metadata: tagged(input) },
          keyed(input),
        );
        return { customerId: customer.id };
      }),
    findCustomer: (opId, createdAfter) =>
      read(async () => {
        const found = await firstWith(
          opId,
          stripe.customers.list({ created: { gte: seconds(createdAfter) }, limit: PAGE }),
        );
        return found && { customerId: found.id };
      }),
    nameCustomer: (customerId, { email, name }) =>
      write(async () => {
        await stripe.customers.update(customerId, { email, name });
      }),
    deleteCustomer: (customerId) =>
      write(async () => {
        await stripe.customers.del(customerId);
      }),
    createSetup: (input) =>
      write(async () => {
        const metadata = tagged(input);
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'setup',
            customer: input.customerId,
            allowed_payment_method_types: input.methods.map((kind) => TYPES[kind]),
            success_url: input.successUrl,
            cancel_url: input.cancelUrl,
            locale: checkoutLocale(input.locale),
            expires_at: seconds(input.expiresAt),
            metadata,
            setup_intent_data: { metadata },
          },
          keyed(input),
        );
        return toSetup(session);
      }),
    retrieveSetup: (sessionId) => read(async () => toSetup(await setup(sessionId))),
    findSetup: (opId, customerId) =>
      read(async () => {
        const found = await firstWith(opId, stripe.checkout.sessions.list({ customer: customerId, limit: PAGE }));
        return found && toSetup(await setup(found.id));
      }),
    retrieveMethod: (methodId) => read(async () => toMethod(await stripe.paymentMethods.retrieve(methodId))),
    detachMethod: (methodId) =>
      write(async () => {
        const { customer } = await stripe.paymentMethods.retrieve(methodId);
        if (customer !== null) await stripe.paymentMethods.detach(methodId);
      }),

    chargeMethod: (input) =>
      write(async () =>
        toPayment(
          await stripe.paymentIntents.create(
            {
              amount: input.amount,
              currency: lower(input.currency),
              customer: input.customerId,
              payment_method: input.methodId,
              allowed_payment_method_types: [TYPES[input.kind]],
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
        const found = await firstWith(
          opId,
          stripe.paymentIntents.list({
            customer: customerId,
            created: { gte: seconds(createdAfter) },
            limit: PAGE,
          }),
        );
        return found && toPayment(await stripe.paymentIntents.retrieve(found.id, { expand: PAYMENT_EXPANSION }));
      }),
    cancelPayment: (id) =>
      write(async () => toPayment(await stripe.paymentIntents.cancel(id, { expand: PAYMENT_EXPANSION }))),
  };
}
