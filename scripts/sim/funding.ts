import type { ErrorCode } from '../../server/core/errors.ts';
import type { OrgRole } from '../../server/context.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../../server/features/escrow/timers/rules.ts';
import { checkoutLines, paymentKey } from '../../server/features/payments/rules.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import { abandon, abandonClaim, movePayment } from './abandon.ts';
import { viewer } from './viewer.ts';
import { claim, claimAgain, event, facts, markUnknown, milestoneOf, move, operation, settle, signal } from './moves.ts';
import { leadOf, linesOf } from './joint.ts';
import { chargeOutcome, chargeSaved, endCharge, methodProblem, type How } from './saved-methods.ts';
import { write, type Steps } from './runs.ts';
import { nowOf, paymentIdOf, type Payment, type Sim, type SimMilestone } from './state.ts';

export const attemptsOf = (s: Sim, milestoneId: string): Payment[] =>
  s.payments.filter((p) => p.milestoneId === milestoneId);

/** `pay` of the product: claims a payment and opens its hosted page. Answers the refusal, or null. */
export function* pay(
  s: Sim,
  milestoneIds: readonly string[],
  role: OrgRole,
  method: number | null = null,
  how: How = { offSession: false },
): Steps<ErrorCode | null> {
  const rows = milestoneIds.map((id) => milestoneOf(s, id));
  if (!roleMay(role, 'escrow.fund')) return 'auth.not_allowed';
  const refused = refusalOfLines(s, rows, role);
  if (refused && rows.length > 1) return refused;
  if (s.disputes.some((d) => d.state === 'open')) return 'payment.card_dispute_open';
  const going = rows.flatMap((row) => attemptsOf(s, row.id)).find((p) => s.rules.isActive(p.state));
  let lines: Payment[];
  if (going) {
    lines = linesOf(s, leadOf(s, going)).map((line) => ({ ...line }));
    const same = s.rules.lines.paysTheSame(
      milestoneIds,
      lines.map((line) => line.milestoneId),
    );
    const sameWay = going.method === method || (how.offSession && going.method !== null);
    const isOther = going.createdBy !== role || !sameWay;
    if (isOther || going.state === 'processing' || !same) return 'payment.in_progress';
  } else {
    const gone = refused ?? (method === null ? null : methodProblem(s, method));
    if (gone) return gone;
    lines = claimPayment(s, rows, role, method).map((line) => ({ ...line }));
  }
  const lead = lines[0]!;
  if (lead.sessionUrl || (lead.method !== null && lead.state !== 'claimed')) return null;
  if (lead.state !== 'claimed') return 'payment.in_progress';
  const op = operation(s, lead.opId);
  return yield* lead.method === null ? openCheckout(s, lines, op) : chargeSaved(s, lines, op, how);
}

/** What keeps milestones from being paid; of several it is named with its milestone. */
function refusalOfLines(s: Sim, rows: readonly SimMilestone[], role: OrgRole): ErrorCode | null {
  for (const row of rows) {
    const refused = s.rules.refusalOfSeen('fund', facts(s, row), viewer(s, { side: 'brand', role }, row), {
      version: row.version,
      seen: row.version,
    });
    if (refused) return rows.length === 1 || refused === 'auth.not_allowed' ? refused : 'payment.line_refused';
  }
  return null;
}

function claimPayment(s: Sim, rows: readonly SimMilestone[], role: OrgRole, method: number | null): Payment[] {
  const { rules, deal } = s;
  const expiresAt = new Date(s.now + PAYMENT_PAGE_MS);
  const charges = rows.map((row) => rules.charges.chargeFor(row.amount, deal.feeBps, deal.taxBps, row.currency));
  const whole = rules.lines.sumOf(charges);
  const made = rows.map((row, i): Payment => {
    const attempt = (attemptsOf(s, row.id).at(-1)?.attempt ?? 0) + 1;
    return {
      ...charges[i]!,
      whole,
      id: paymentIdOf(row.seq, attempt),
      leadId: null,
      milestoneId: row.id,
      method,
      opId: rules.paymentOp(row.id, attempt),
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
  });
  const lead = made[0]!;
  for (const line of made.slice(1)) line.leadId = lead.id;
  s.payments.push(...made);
  claim(s, lead.opId);
  for (const row of rows) {
    move(s, row, 'claimPayment', { deadline_at: new Date(expiresAt.getTime() + PAYMENT_SETTLE_MS) });
    event(s, row, 'payment_started', { by: 'brand' });
    signal(s, row.id, 'payment_started');
  }
  return linesOf(s, lead);
}

function* openCheckout(s: Sim, lines: readonly Payment[], op: ReturnType<typeof operation>): Steps<ErrorCode | null> {
  const payment = lines[0]!;
  const contractId = milestoneOf(s, payment.milestoneId).contract_id;
  let page: { sessionId: string; url: string | null } | null = null;
  try {
    if (op.state === 'unknown' || op.attempt > 1) page = s.provider.findCheckout(payment.opId);
    page ??= yield* write(s, (provider) =>
      provider.createCheckout({
        opId: payment.opId,
        idempotencyKey: op.idempotency_key,
        currency: s.deal.currency,
        amount: payment.whole.total,
        lines: checkoutLines(
          lines.map((line) => ({ label: 'Autumn menu', amount: line.price })),
          payment.whole,
          { fee: 'Service fee', tax: 'Tax' },
        ),
        customerEmail: 'brand@example.com',
        successUrl: 'https://sponsio.example/paid',
        cancelUrl: 'https://sponsio.example/deal',
        transferGroup: contractId,
        metadata: { milestone_id: payment.milestoneId, payment_id: payment.id, contract_id: contractId },
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
  if (opened) {
    for (const line of lines.slice(1)) movePayment(s, line, { state: 'open', sessionUrl: page.url });
    settle(s, payment.opId, 'done');
  }
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

/** `cancelPayment` of the product: the payer ends the page of the newest payment. Answers the refusal, or null. */
export function* closePage(s: Sim, milestoneId: string, role: OrgRole): Steps<ErrorCode | null> {
  if (!roleMay(role, 'escrow.fund')) return 'auth.not_allowed';
  const read = { ...leadOf(s, attemptsOf(s, milestoneId).at(-1)!) };
  if (!isUnpaid(read)) return null;
  try {
    if (!(yield* (read.method === null ? endPage : endCharge)(s, read))) {
      lookAtPage(s, read.id);
      return null;
    }
  } catch (error) {
    if (!asProviderError(error)) throw error;
    return 'payment.provider_unavailable';
  }
  const payment = s.payments.find((p) => p.id === read.id)!;
  if (!isUnpaid(payment)) return null;
  settle(s, payment.opId, 'failed');
  for (const line of linesOf(s, payment)) {
    movePayment(s, line, { state: 'expired', sessionUrl: null });
    abandon(s, line, 'payment_expired');
  }
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
  if (payment.state !== 'open') return;
  let seen: string | null;
  try {
    seen = payment.method === null ? pageOutcome(s, payment) : chargeOutcome(s, payment);
  } catch {
    return;
  }
  if (seen === null) return;
  const outcome = paymentKey(paymentId, seen);
  if (s.notes.outcomes.has(outcome)) return;
  s.notes.outcomes.add(outcome);
  signal(s, payment.milestoneId, 'payment');
}

function pageOutcome(s: Sim, { sessionId }: Payment): string | null {
  const page = sessionId === null ? null : s.provider.retrieveCheckout(sessionId);
  if (page?.status !== 'complete') return null;
  return page.paymentStatus === 'unpaid' ? 'processing' : 'succeeded';
}
