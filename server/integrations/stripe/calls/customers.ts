import type Stripe from 'stripe';
import type { CustomerCalls } from '../provider.ts';
import { seconds, toMethod, toSetup } from '../translate.ts';
import { checkoutLocale, firstWith, keyed, METHOD_TYPES, PAGE, read, since, tagged, write } from '../wire.ts';

export function customerCalls(stripe: Stripe): CustomerCalls {
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
        const found = await firstWith(opId, stripe.customers.list(since(createdAfter)));
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
            allowed_payment_method_types: input.methods.map((kind) => METHOD_TYPES[kind]),
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
  };
}
