import type { OrgRole } from '../../server/context.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import { customerOp, setupOp } from '../../server/features/payment-methods/rules.ts';
import { paymentKey } from '../../server/features/payments/rules.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { abandonClaim, movePayment } from './abandon.ts';
import { leadOf } from './joint.ts';
import { claimAgain, markUnknown, milestoneOf, settle, signal, type operation } from './moves.ts';
import { write, type Steps } from './runs.ts';
import { SAVERS, type SavedMethod } from './saved-row.ts';
import { IDS, milestoneIdOf, nowOf, type Payment, type Sim } from './state.ts';

/*
 * Saved methods of the brand, and charges of them without a page, as `payment-methods` and `payments/checkout/saved.ts` of the
 * product make them. A card's bank may ask its holder: the charge then waits for the answer.
 */

/** A method is saved on the provider's page, also where a bank asks; `n` counts them from 0. */
export type MethodAct =
  | { do: 'saveMethod'; how: keyof typeof SAVERS }
  | { do: 'answerBank'; m: number; approves: boolean };

export function saveMethod(s: Sim, how: keyof typeof SAVERS): void {
  s.customer ??= s.provider.createCustomer(customerOp(IDS.brand));
  const sessionId = s.provider.createSetup(setupOp(String(s.methods.length)), s.customer);
  s.provider.fillSetup(sessionId, SAVERS[how]);
  const { methodId, kind } = s.provider.savedBy(sessionId);
  const isDefault = s.methods.every((one) => !one.isDefault);
  s.methods.push({ providerId: methodId, how, kind, state: 'active', isDefault, savedAt: s.now });
}

/** What keeps a method from being charged now. */
export function methodProblem(s: Sim, n: number): ErrorCode | null {
  const method = s.methods[n];
  if (!method) return 'not_found';
  return s.rules.methodRefusal({ ...method, exp_month: null, exp_year: null }, s.deal.currency, nowOf(s));
}

/** It is claimed, open, or processed by a bank. */
export const isUnsettled = ({ state }: Payment): boolean => ['claimed', 'open', 'processing'].includes(state);
const isInUse = (s: Sim, n: number): boolean => s.payments.some((p) => p.method === n && isUnsettled(p));

/** `removeMethod` of the product: it ends here at once, and then at the provider. Answers the refusal, or null. */
export function* removeMethod(s: Sim, n: number, role: OrgRole): Steps<ErrorCode | null> {
  if (!roleMay(role, 'billing.edit')) return 'auth.not_allowed';
  const method = s.methods[n]!;
  if (method.state === 'active') {
    if (isInUse(s, n)) return 'method.in_use';
    const was = method.isDefault;
    Object.assign(method, { state: 'removing', isDefault: false });
    const next = s.methods.find(({ state }) => state === 'active');
    if (was && next) next.isDefault = true;
    // Without a method nothing can be paid automatically.
    if (!next && s.autoFund.on) s.autoFund = { ...s.autoFund, on: false, by: role, at: s.now };
  }
  try {
    yield* detach(s, method);
  } catch (error) {
    if (!asProviderError(error)) throw error;
  }
  return null;
}

/** `followMethod` of the product: the workflow repeats a removal until the provider has answered. */
export function* detach(s: Sim, method: SavedMethod): Steps<void> {
  if (method.state !== 'removing') return;
  yield* write(s, (provider) => provider.detachMethod(method.providerId));
  method.state = 'removed';
}

/* Charges. */

const customerOf = (s: Sim): string => s.customer!;

/** `offSession`: no person is there to answer the bank. */
export interface How {
  offSession: boolean;
}

/** `chargeSaved` of the product. Answers the refusal, or null. */
export function* chargeSaved(
  s: Sim,
  lines: readonly Payment[],
  op: ReturnType<typeof operation>,
  how: How,
): Steps<ErrorCode | null> {
  const payment = lines[0]!;
  const made = yield* chargeOrFind(s, payment, op, how);
  if (typeof made === 'string') return made;
  const opened = movePayment(s, payment, { state: 'open', intentId: made.paymentIntentId, sessionUrl: made.nextUrl });
  if (opened) {
    for (const line of lines.slice(1)) movePayment(s, line, { state: 'open', sessionUrl: made.nextUrl });
    settle(s, payment.opId, 'done');
    if (made.status !== 'requires_action') report(s, payment, made.status);
    return null;
  }
  // Its event was faster than our answer.
  if (['open', 'processing', 'paid'].includes(s.payments.find((p) => p.id === payment.id)!.state)) return null;
  try {
    yield* write(s, (provider) => provider.cancelPayment(made.paymentIntentId));
  } catch {
    // It has ended meanwhile.
  }
  return 'state.changed';
}

/** To the workflow, once for each outcome. */
function report(s: Sim, { id, milestoneId }: Payment, status: string): void {
  const outcome = paymentKey(id, status);
  if (s.notes.outcomes.has(outcome)) return;
  s.notes.outcomes.add(outcome);
  signal(s, milestoneId, 'payment');
}

function* chargeOrFind(
  s: Sim,
  payment: Payment,
  op: ReturnType<typeof operation>,
  { offSession }: How,
): Steps<AtProvider | ErrorCode> {
  const method = s.methods[payment.method!]!;
  const find = () => s.provider.findPayment(payment.opId, customerOf(s));
  try {
    if (s.rules.looksFirst(op, s.rules.keyExpiryOf(op, nowOf(s), null) !== null)) {
      const found = find();
      if (found && found.status !== 'requires_payment_method') return found;
    }
    const contractId = milestoneOf(s, payment.milestoneId).contract_id;
    return yield* write(s, (provider) =>
      provider.chargeMethod({
        customerId: customerOf(s),
        methodId: method.providerId,
        kind: method.kind,
        offSession,
        opId: payment.opId,
        idempotencyKey: op.idempotency_key,
        currency: s.deal.currency,
        amount: payment.whole.total,
        returnUrl: 'https://sponsio.example/paid',
        transferGroup: contractId,
        metadata: { milestone_id: payment.milestoneId, payment_id: payment.id, contract_id: contractId },
      }),
    );
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    if (refused.kind === 'declined' || refused.kind === 'invalid') {
      abandonClaim(s, payment, refused.declineCode ?? refused.code);
      return 'payment.declined';
    }
    if (!refused.provenNotCreated) {
      markUnknown(s, payment.opId);
      const ended = s.rules.answeredServerError(refused) || refused.kind === 'idempotency';
      const found = ended ? lookUpCharge(s, find, op) : null;
      if (found) return found;
    }
    return 'payment.provider_unavailable';
  }
}

/** Once the request has ended: the charge, or null once another key is claimed. */
function lookUpCharge(s: Sim, find: () => AtProvider | null, op: ReturnType<typeof operation>): AtProvider | null {
  try {
    const found = find();
    if (!found) claimAgain(s, { ...op, state: 'unknown' });
    return found;
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/** `endCharge` of the product. False: the money was taken already. */
export function* endCharge(s: Sim, payment: Payment): Steps<boolean> {
  const id = chargeOf(s, payment);
  if (!id) return true;
  const { status } = yield* cancelOrRead(s, id);
  return status !== 'succeeded' && status !== 'processing';
}

export function* cancelOrRead(s: Sim, id: string): Steps<AtProvider> {
  try {
    return yield* write(s, (provider) => provider.cancelPayment(id));
  } catch (error) {
    if (!refusedWith(error, 'invalid')) throw error;
    return s.provider.retrievePayment(id);
  }
}

/** What has become of a charge, as a payer who looks reports it; null: nothing yet. */
export function chargeOutcome(s: Sim, { intentId }: Payment): string | null {
  const status = intentId === null ? null : s.provider.retrievePayment(intentId).status;
  if (status === 'requires_payment_method') return 'payment_failed';
  return status === 'succeeded' || status === 'processing' ? status : null;
}

/** The provider's charge of a payment, also one whose answer was lost. */
const chargeOf = (s: Sim, { intentId, opId }: Payment): string | undefined =>
  intentId ?? s.provider.findPayment(opId, customerOf(s))?.paymentIntentId;

/** The card's bank asks its holder about it. */
export function isAsked(s: Sim, payment: Payment): boolean {
  const id = chargeOf(s, payment);
  return id !== undefined && s.provider.retrievePayment(id).status === 'requires_action';
}

/** The holder answers the card's bank about the newest charge of a milestone; false: it asks nothing. */
export function answerBank(s: Sim, c: Extract<MethodAct, { do: 'answerBank' }>): boolean {
  const line = s.payments.findLast((p) => p.milestoneId === milestoneIdOf(c.m));
  const payment = line && leadOf(s, line);
  if (!payment || payment.method === null || !isAsked(s, payment)) return false;
  const id = chargeOf(s, payment)!;
  if (c.approves) s.notes.answered.add(id);
  s.provider.answerBank(id, c.approves);
  return true;
}
