import type { ErrorCode } from '../../server/core/errors.ts';
import type { OrgRole } from '../../server/context.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../../server/features/escrow/timers/rules.ts';
import { checkoutLines, paymentKey, PROCESSING_MS } from '../../server/features/payments/rules.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { viewer } from './viewer.ts';
import { claim, claimAgain, event, facts, markUnknown, milestoneOf, move, operation, settle, signal } from './moves.ts';
import { decideLateRefund, refund } from './refund.ts';
import { write, type Steps } from './runs.ts';
import { IDS, nowOf, paymentIdOf, type Payment, type Sim, type SimMilestone } from './state.ts';

const attemptsOf = (s: Sim, milestoneId: string): Payment[] => s.payments.filter((p) => p.milestoneId === milestoneId);

/** Compares `(state, version)` and swaps, as `movePayment` does. */
function movePayment(s: Sim, read: Payment, change: Partial<Payment>): boolean {
  const current = s.payments.find((p) => p.id === read.id)!;
  if (current.state !== read.state || current.version !== read.version) return false;
  Object.assign(current, change, { version: current.version + 1 });
  return true;
}

/** `pay` of the product: claims a payment and opens its hosted page. Answers the refusal, or null. */
export function* pay(s: Sim, milestoneId: string, role: OrgRole): Steps<ErrorCode | null> {
  const row = milestoneOf(s, milestoneId);
  if (!roleMay(role, 'escrow.fund')) return 'auth.not_allowed';
  if (s.disputes.some((d) => d.state === 'open')) return 'payment.card_dispute_open';
  const attempts = attemptsOf(s, milestoneId);
  const going = attempts.find((p) => s.rules.isActive(p.state));
  let payment: Payment;
  if (going) {
    if (going.createdBy !== role || going.state === 'processing') return 'payment.in_progress';
    payment = { ...going };
  } else {
    const refused = s.rules.refusalOfSeen('fund', facts(s, row), viewer(s, { side: 'brand', role }), {
      version: row.version,
      seen: row.version,
    });
    if (refused) return refused;
    payment = { ...claimPayment(s, row, role, (attempts.at(-1)?.attempt ?? 0) + 1) };
  }
  if (payment.sessionUrl) return null;
  if (payment.state !== 'claimed') return 'payment.in_progress';
  return yield* openCheckout(s, payment, operation(s, payment.opId));
}

function claimPayment(s: Sim, row: SimMilestone, role: OrgRole, attempt: number): Payment {
  const { rules, deal } = s;
  const opId = rules.paymentOp(row.id, attempt);
  const expiresAt = new Date(s.now + PAYMENT_PAGE_MS);
  const payment: Payment = {
    ...rules.charges.chargeFor(row.amount, deal.feeBps, deal.taxBps, row.currency),
    id: paymentIdOf(row.seq, attempt),
    milestoneId: row.id,
    opId,
    attempt,
    state: 'claimed',
    version: 1,
    sessionId: null,
    sessionUrl: null,
    intentId: null,
    chargeId: null,
    failureCode: null,
    expiresAt,
    createdAt: nowOf(s),
    createdBy: role,
  };
  s.payments.push(payment);
  claim(s, opId);
  move(s, row, 'claimPayment', { deadline_at: new Date(expiresAt.getTime() + PAYMENT_SETTLE_MS) });
  event(s, row, 'payment_started', { by: 'brand' });
  signal(s, row.id, 'payment_started');
  return payment;
}

function* openCheckout(s: Sim, payment: Payment, op: ReturnType<typeof operation>): Steps<ErrorCode | null> {
  let page: { sessionId: string; url: string | null } | null = null;
  try {
    if (op.state === 'unknown' || op.attempt > 1) page = s.provider.findCheckout(payment.opId);
    page ??= yield* write(s, (provider) =>
      provider.createCheckout({
        opId: payment.opId,
        idempotencyKey: op.idempotency_key,
        currency: s.deal.currency,
        amount: payment.total,
        lines: checkoutLines([{ label: 'Autumn menu', amount: payment.price }], payment, {
          fee: 'Service fee',
          tax: 'Tax',
        }),
        customerEmail: 'brand@example.com',
        successUrl: 'https://sponsio.example/paid',
        cancelUrl: 'https://sponsio.example/deal',
        transferGroup: IDS.contract,
        metadata: { milestone_id: payment.milestoneId, payment_id: payment.id, contract_id: IDS.contract },
        locale: 'en',
        expiresAt: payment.expiresAt,
      }),
    );
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    if (refused.kind === 'invalid') abandonClaim(s, payment, refused.code);
    if (!refused.provenNotCreated) {
      markUnknown(s, payment.opId);
      if (s.rules.answeredServerError(refused)) {
        page = s.provider.findCheckout(payment.opId);
        if (!page) claimAgain(s, { ...op, state: 'unknown' });
      }
    }
    if (!page) return 'payment.provider_unavailable';
  }
  const opened = movePayment(s, payment, { state: 'open', sessionId: page.sessionId, sessionUrl: page.url });
  if (opened) settle(s, payment.opId, 'done');
  if (opened && page.url) return null;
  const now = opened ? null : s.payments.find((p) => p.id === payment.id)!;
  if (now?.state === 'open' && now.sessionId === page.sessionId && now.sessionUrl) return null;
  const { sessionId } = page;
  try {
    yield* write(s, (provider) => provider.expireCheckout(sessionId));
  } catch {
    // A page that ended meanwhile.
  }
  return 'state.changed';
}

function abandonClaim(s: Sim, payment: Payment, code: string): void {
  const row = milestoneOf(s, payment.milestoneId);
  if (row.state !== 'funding' || !movePayment(s, payment, { state: 'failed', failureCode: code })) return;
  settle(s, payment.opId, 'failed');
  move(s, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
  event(s, row, 'payment_failed', { by: 'brand' });
  signal(s, row.id, 'payment_expired');
}

/** `cancelPayment` of the product: the payer ends the page of the newest payment. Answers the refusal, or null. */
export function* closePage(s: Sim, milestoneId: string, role: OrgRole): Steps<ErrorCode | null> {
  if (!roleMay(role, 'escrow.fund')) return 'auth.not_allowed';
  const read = { ...attemptsOf(s, milestoneId).at(-1)! };
  if (!isUnpaid(read)) return null;
  try {
    if (!(yield* endPage(s, read))) {
      lookAtPage(s, read.id);
      return null;
    }
  } catch (error) {
    if (!asProviderError(error)) throw error;
    return 'payment.provider_unavailable';
  }
  const payment = { ...s.payments.find((p) => p.id === read.id)! };
  if (!isUnpaid(payment)) return null;
  const row = milestoneOf(s, milestoneId);
  settle(s, payment.opId, 'failed');
  movePayment(s, payment, { state: 'expired', sessionUrl: null });
  if (row.state !== 'funding') return null;
  move(s, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
  event(s, row, 'payment_expired', { by: 'brand' });
  signal(s, row.id, 'payment_expired');
  return null;
}

const isUnpaid = ({ state }: Payment): boolean => state === 'open' || state === 'claimed';

/** False: it was paid already. */
function* endPage(s: Sim, p: Payment): Steps<boolean> {
  const sessionId = p.sessionId ?? s.provider.findCheckout(p.opId)?.sessionId;
  if (!sessionId) return true;
  let page = s.provider.retrieveCheckout(sessionId);
  if (page.status === 'open') {
    try {
      page = yield* write(s, (provider) => provider.expireCheckout(sessionId));
    } catch (error) {
      if (!refusedWith(error, 'invalid')) throw error;
      page = s.provider.retrieveCheckout(sessionId);
    }
  }
  return page.status === 'expired';
}

/** `status` of the product: a page that was completed is signalled, once for each outcome. */
function lookAtPage(s: Sim, paymentId: string): void {
  const payment = s.payments.find((p) => p.id === paymentId)!;
  if (payment.state !== 'open' || !payment.sessionId) return;
  let page;
  try {
    page = s.provider.retrieveCheckout(payment.sessionId);
  } catch {
    return;
  }
  if (page.status !== 'complete') return;
  const outcome = paymentKey(paymentId, page.paymentStatus === 'unpaid' ? 'processing' : 'succeeded');
  if (s.notes.outcomes.has(outcome)) return;
  s.notes.outcomes.add(outcome);
  signal(s, payment.milestoneId, 'payment');
}

type Truth =
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

function* lookUp(s: Sim, p: Payment): Steps<Truth> {
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

const isReported = (s: Sim, p: Payment): boolean =>
  s.inbox.some((e) => e.paymentId === p.id && e.type === 'payment_intent.succeeded' && e.state === 'pending');

function settleEvents(s: Sim, p: Payment, type?: string): void {
  for (const e of s.inbox)
    if (e.paymentId === p.id && e.milestoneId === p.milestoneId && e.state === 'pending' && (!type || e.type === type))
      e.state = 'applied';
}

/** `confirmFunding` of the product: reads the payments from the provider and books them. */
export function* confirmFunding(s: Sim, milestoneId: string): Steps<string> {
  const attempts = attemptsOf(s, milestoneId);
  const isActive = (p: Payment): boolean => s.rules.isActive(p.state);
  const isPayable = (): boolean => s.rules.takesPayment(milestoneOf(s, milestoneId).state);
  const made = attempts.filter((p) => !isActive(p) && !s.rules.holdsMoney(p.state) && isReported(s, p)).reverse();
  const active = attempts.findLast((p) => isActive(p));
  if (made.length === 0) {
    if (!active) return 'no payment under way';
    const ends = attempts.some((p) => s.rules.holdsMoney(p.state)) && !isPayable();
    return yield* confirmPayment(s, { ...active }, ends);
  }
  const summaries: string[] = [];
  for (const row of made) {
    summaries.push(yield* confirmPayment(s, { ...row }, false));
    for (const rival of attempts.filter((p) => p.id !== row.id && isActive(p)))
      yield* confirmPayment(s, { ...rival }, !isPayable());
  }
  return summaries.join('; ');
}

function* confirmPayment(s: Sim, row: Payment, ends: boolean): Steps<string> {
  const { milestoneId } = row;
  const truth = yield* lookUp(s, ends ? { ...row, expiresAt: nowOf(s) } : row);
  const payment = { ...s.payments.find((p) => p.id === row.id)! };
  if (s.rules.holdsMoney(payment.state)) return 'already confirmed';
  const milestone = milestoneOf(s, milestoneId);
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== payment.failureCode) movePayment(s, payment, { failureCode: truth.declined });
        settleEvents(s, payment, 'payment_intent.payment_failed');
      }
      return 'not paid yet';
    case 'processing':
      if (payment.state !== 'processing') {
        movePayment(s, payment, { state: 'processing', intentId: truth.intentId });
        if (milestone.state === 'funding') {
          milestone.deadline_at = new Date(s.now + PROCESSING_MS);
          milestone.version += 1;
        }
      }
      settleEvents(s, payment);
      return 'processing';
    case 'failed':
    case 'gone':
      giveUp(s, milestone, payment, truth.is === 'failed' ? truth.code : null);
      return truth.is;
    case 'succeeded':
      settleEvents(s, payment);
      return secure(s, milestone, payment, truth.payment) === 'late' ? yield* refund(s, milestoneId) : 'funded';
  }
}

function giveUp(s: Sim, milestone: SimMilestone, payment: Payment, code: string | null): void {
  movePayment(
    s,
    payment,
    code ? { state: 'failed', failureCode: code, sessionUrl: null } : { state: 'expired', sessionUrl: null },
  );
  settle(s, payment.opId, 'failed');
  settleEvents(s, payment);
  if (milestone.state !== 'funding') return;
  move(s, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  event(s, milestone, code ? 'payment_failed' : 'payment_expired');
}

function secure(s: Sim, milestone: SimMilestone, payment: Payment, made: AtProvider): 'funded' | 'late' {
  const { rules } = s;
  movePayment(s, payment, {
    state: 'paid',
    intentId: made.paymentIntentId,
    chargeId: made.chargeId,
    sessionUrl: null,
    failureCode: null,
  });
  settle(s, payment.opId, 'done');
  const posts = [
    {
      ...rules.postings.fundedPosting(rules.booksOf(milestone, s.deal.taxCountry), payment),
      opId: payment.opId,
      providerRef: made.balanceTransactionId,
    },
    ...(made.settled!.fee > 0
      ? [{ ...rules.postings.providerFeePosting(s.deal.currency, made.settled!.fee), opId: `${payment.opId}:fee` }]
      : []),
  ];
  if (!rules.takesPayment(milestone.state)) {
    const current = s.payments.find((p) => p.id === payment.id)!;
    const back = decideLateRefund(s, milestone, current);
    event(s, milestone, 'late_payment_refunded', { amount: payment.price, change: { refunded: payment.price } });
    if (!s.rules.isTerminal(milestone.state)) signal(s, milestone.id, 'refund');
    s.books.post([...posts, ...back]);
    return 'late';
  }
  const now = nowOf(s);
  move(s, milestone, 'secure', {
    funded_at: now,
    deadline_at: rules.deadlines.funded(milestone.due_at, now, s.deal.clocks),
    hold_expires_at: rules.holdEnd(now),
  });
  event(s, milestone, 'funded', { amount: payment.price, change: { held: payment.price } });
  s.books.post(posts);
  return 'funded';
}
