import { withTx, type SystemContext } from '../../../context.ts';
import { isAppError } from '../../../core/errors.ts';
import { failpoint } from '../../../failpoint.ts';
import type { ProviderEvent } from '../../../integrations/stripe/provider.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { asProviderError } from '../../provider-calls/provider-error.ts';
import { markRefundUnknown } from '../../escrow/refund/confirm.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import {
  insertProviderEvent,
  notifyWebhooks,
  orgOfAccount,
  providerEvent,
  settleProviderEvent,
  type StoredEvent,
} from './queries.ts';
import { followMoney } from './money-events.ts';
import { restartEscrow } from './restart-escrow.ts';
import { paymentById } from '../queries/payments.ts';
import { holdsMoney, isActive, isUuid, routeOf, wasReturned, type EventRoute } from '../rules.ts';

/**
 * Receives a webhook: verifies the raw bytes and takes its event in. False when it is not signed by the provider or older
 * than five minutes.
 */
export async function receiveWebhook(
  ctx: SystemContext,
  rawBody: Uint8Array | string,
  signature: string,
  secret: string,
): Promise<boolean> {
  let event;
  try {
    event = ctx.integrations.payments.verifyWebhook(rawBody, signature, secret);
  } catch (error) {
    if (asProviderError(error)) return false;
    throw error;
  }
  await failpoint(`${event.type}.before`);
  await takeIn(ctx, event);
  return true;
}

/** Stores an event of the provider once and signals its workflow, in one transaction; false when it was stored before. */
export async function takeIn(ctx: SystemContext, event: ProviderEvent): Promise<boolean> {
  const route = routeOf(event);
  const now = ctx.clock.now();
  const stored: StoredEvent = {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    object_id: event.objectId,
    milestone_id: route.to === 'payment' || route.to === 'refund' ? asUuid(route.milestoneId) : null,
    org_id: route.to === 'account' && route.orgId ? asUuid(route.orgId) : null,
    metadata: event.metadata,
    balance_transaction: event.balanceTransactionId,
    state: route.to === 'none' ? 'ignored' : isFinal(route) ? 'applied' : 'pending',
    received_at: now,
  };
  return withTx(ctx, async (tx) => {
    const isNew = await insertProviderEvent(tx.db, {
      ...stored,
      reason: route.to === 'none' ? route.reason : null,
      createdAt: event.created,
    });
    if (isNew) await pass(tx, route);
    return isNew;
  });
}

const asUuid = (text: string): string | null => (isUuid(text) ? text : null);

/**
 * Routes whose event is settled once the signal is written; events of payments and refunds stay open until their object
 * has been read.
 */
const isFinal = (route: EventRoute): boolean =>
  route.to === 'payout' || (route.to === 'account' && route.orgId !== null);

async function pass(tx: SystemContext, route: EventRoute): Promise<void> {
  switch (route.to) {
    case 'payment':
      return signalWorkflow(tx, 'escrowLifecycle', route.milestoneId, 'payment', route.key);
    case 'refund':
      return signalWorkflow(tx, 'escrowLifecycle', route.milestoneId, 'refund', route.key);
    case 'payout':
      return signalWorkflow(tx, 'payoutDelivery', route.payoutId, 'payout', route.key);
    case 'account':
      return route.orgId ? signalWorkflow(tx, 'payoutAccountWatch', route.orgId, 'account', route.key) : undefined;
    case 'money':
      // No workflow handles it: the worker reads it at once.
      await notifyWebhooks(tx.db);
      return undefined;
    case 'none':
      return undefined;
  }
}

/** After this long an event that was passed on and not read is passed on again. */
const PATIENCE_MS = 60_000;

/**
 * Sees to an event that is still pending: finds the account's org, wakes a workflow that missed it, or starts it again when
 * money came for a milestone that had ended. Safe to repeat; run it now and then over pending events.
 */
export async function applyProviderEvent(ctx: SystemContext, eventId: string): Promise<void> {
  const seen = await providerEvent(ctx.db, eventId);
  const matter = seen && routeOf(seen);
  if (seen?.state === 'pending' && matter?.to === 'money') return followMoney(ctx, seen, matter.matter);
  await withTx(ctx, async (tx) => {
    const event = await providerEvent(tx.db, eventId);
    if (!event || event.state !== 'pending') return;
    const settle = (state: 'applied' | 'ignored', reason: string | null) =>
      settleProviderEvent(tx.db, { eventId, state, reason, at: tx.clock.now() });
    const route = routeOf(event);
    if (route.to === 'money') return undefined;
    if (route.to === 'none') return settle('ignored', route.reason);
    if (route.to === 'account') {
      const orgId = route.orgId ?? (await orgOfAccount(tx.db, event.account ?? event.object_id));
      if (!orgId) return settle('ignored', 'no account of ours');
      await pass(tx, { ...route, orgId });
      return settle('applied', null);
    }
    if (route.to === 'payout') {
      await pass(tx, route);
      return settle('applied', null);
    }
    const refundUnknown =
      event.type === 'refund.failed' &&
      asUuid(route.milestoneId) !== null &&
      (await markRefundUnknown(tx, { milestoneId: route.milestoneId, providerId: event.object_id }));
    if (route.to === 'payment') {
      const payment = asUuid(route.paymentId) ? await paymentById(tx.db, route.paymentId) : undefined;
      if (!payment) return settle('ignored', 'no payment of ours');
      if (holdsMoney(payment.state) || wasReturned(payment)) return settle('applied', 'read before');
      const paid = event.type === 'payment_intent.succeeded';
      if (!isActive(payment.state) && !paid) return settle('applied', 'the attempt had ended');
    }
    const state = await stateOf(tx, route.milestoneId);
    if (!state) return settle('ignored', 'no milestone of ours');
    const waited = tx.clock.now().getTime() - event.received_at.getTime();
    if (!refundUnknown && !isTerminal(state) && waited < PATIENCE_MS) return;
    await wake(tx, route, event, isTerminal(state));
    if (route.to === 'refund') return settle('applied', null);
  });
}

async function stateOf(tx: SystemContext, milestoneId: string): Promise<MilestoneState | null> {
  if (!asUuid(milestoneId)) return null;
  try {
    return (await readMilestone(tx, milestoneId)).state;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** A milestone that had ended has no workflow any more: it gets a new one, which finds the money from the row. */
async function wake(
  tx: SystemContext,
  { to, milestoneId }: { to: 'payment' | 'refund'; milestoneId: string },
  event: StoredEvent,
  ended: boolean,
): Promise<void> {
  // An event of a refund requests one start; one of a payment requests starts until the payment has moved, a minute
  // apart. A start that another event requested before does not count: it may have read the rows already.
  if (ended)
    return restartEscrow(
      tx,
      milestoneId,
      to === 'refund'
        ? {}
        : { since: new Date(Math.max(event.received_at.getTime(), tx.clock.now().getTime() - PATIENCE_MS)) },
    );
  const minute = Math.floor(tx.clock.now().getTime() / PATIENCE_MS);
  return signalWorkflow(tx, 'escrowLifecycle', milestoneId, to, `${event.id}:${minute}`);
}
