import { refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { write, type Steps } from './runs.ts';
import type { Payment, Sim } from './state.ts';

export type Truth =
  | { is: 'succeeded'; payment: AtProvider }
  | { is: 'processing'; intentId: string }
  | { is: 'failed'; code: string }
  | { is: 'open'; declined: string | null }
  | { is: 'gone' };

function byPayment(s: Sim, intentId: string): Truth {
  const payment = s.provider.retrievePayment(intentId);
  switch (payment.status) {
    case 'succeeded':
      return { is: 'succeeded', payment };
    case 'processing':
      return { is: 'processing', intentId };
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
  if (!named) return yield* byPage(s, p, p.failureCode);
  const truth = byPayment(s, named);
  return truth.is === 'open' ? yield* byPage(s, p, truth.declined) : truth;
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
