import { refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { write, type Steps } from './runs.ts';
import { cancelOrRead } from './saved-methods.ts';
import type { Payment, Sim } from './state.ts';

export type Truth =
  | { is: 'succeeded'; payment: AtProvider }
  | { is: 'processing'; intentId: string }
  | { is: 'failed'; code: string }
  | { is: 'open'; declined: string | null }
  | { is: 'gone' };

const byPayment = (s: Sim, intentId: string): Truth => truthOf(s.provider.retrievePayment(intentId));

function truthOf(payment: AtProvider): Truth {
  switch (payment.status) {
    case 'succeeded':
      return { is: 'succeeded', payment };
    case 'processing':
      return { is: 'processing', intentId: payment.paymentIntentId };
    case 'canceled':
      return { is: 'failed', code: 'canceled' };
    default:
      return { is: 'open', declined: payment.failure ? (payment.failure.declineCode ?? payment.failure.code) : null };
  }
}

/** `lookUp` of the product: the truth about a payment, from the provider. */
export function* lookUp(s: Sim, p: Payment): Steps<Truth> {
  const named =
    p.intentId ??
    s.inbox.findLast(
      (e) => e.milestoneId === p.milestoneId && e.paymentId === p.id && e.type.startsWith('payment_intent.'),
    )?.objectId;
  if (p.method !== null) return yield* bySavedMethod(s, p, named);
  if (!named) return yield* byPage(s, p, p.failureCode);
  const truth = byPayment(s, named);
  return truth.is === 'open' ? yield* byPage(s, p, truth.declined) : truth;
}

/** A charge has no page: one that its bank refused has failed, and one that its payer does not confirm in time is ended. */
function* bySavedMethod(s: Sim, p: Payment, named: string | undefined): Steps<Truth> {
  const over = p.expiresAt.getTime() <= s.now;
  const id = named ?? s.provider.findPayment(p.opId, s.customer!)?.paymentIntentId;
  if (!id) return over ? { is: 'gone' } : { is: 'open', declined: null };
  let payment = s.provider.retrievePayment(id);
  if (payment.status === 'requires_action' && over) payment = yield* cancelOrRead(s, id);
  if (payment.status === 'canceled') return { is: 'gone' };
  const truth = truthOf(payment);
  return truth.is === 'open' && payment.status === 'requires_payment_method'
    ? { is: 'failed', code: truth.declined ?? 'declined' }
    : truth;
}

function* byPage(s: Sim, p: Payment, declined: string | null): Steps<Truth> {
  const over = p.expiresAt.getTime() <= s.now;
  const sessionId = p.sessionId ?? s.provider.findCheckout(p.opId)?.sessionId;
  if (!sessionId) return over ? { is: 'gone' } : { is: 'open', declined };
  let page = s.provider.retrieveCheckout(sessionId);
  if (page.status === 'open' && over) {
    try {
      page = yield* write(s, (provider) => provider.expireCheckout(sessionId));
    } catch (error) {
      if (!refusedWith(error, 'invalid')) throw error;
      page = s.provider.retrieveCheckout(sessionId);
    }
  }
  if (page.status === 'open') return { is: 'open', declined };
  if (page.status === 'expired') return { is: 'gone' };
  if (!page.paymentIntentId) throw new Error('a completed page without a payment');
  const truth = byPayment(s, page.paymentIntentId);
  return truth.is === 'open' ? { is: 'failed', code: truth.declined ?? 'declined' } : truth;
}
