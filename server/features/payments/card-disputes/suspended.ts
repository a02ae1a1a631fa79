import type { SystemContext } from '../../../context.ts';
import type { Dispute } from '../../../integrations/stripe/provider.ts';
import { closeMatter, noteCase } from '../../cases/service.ts';
import { isPosted, type Post } from '../../ledger/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import type { Lines } from '../lines/lines.ts';
import { holdsMoney, isSuspended } from '../rules.ts';
import { openDecision } from '../suspense/queries.ts';
import { endByBank } from '../suspense/by-hand.ts';
import { caseAboutPayment } from '../webhooks/payment-cases.ts';
import { disputesOfPayment, sharesKnown } from './queries.ts';

/*
 * A dispute of a payment in suspense. What its bank takes leaves suspense; what it gives back is there again, for the decision
 * of two staff members; what it keeps is with the payer, so that it is not owed.
 */

/** After its shares were saved: the case of the suspended payment says so, and ends with the payment. `posts`: of its lines. */
export async function followSuspended(
  tx: SystemContext,
  lines: Lines,
  dispute: Dispute,
  posts: readonly Post[],
): Promise<void> {
  const { lead } = lines;
  const shares = (await sharesKnown(tx.db, dispute.disputeId)).filter(({ suspended }) => suspended);
  if (shares.length === 0) return;
  if (isSuspended(lead)) {
    const states = (await disputesOfPayment(tx.db, lead.id)).map(({ state }) => state);
    const state = states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : 'won';
    await noteCase(tx, { kind: 'suspense', key: lead.id }, { details: { bank_dispute: state } });
    const fresh: Post[] = [];
    for (const post of posts) if (!(await isPosted(tx, post.opId))) fresh.push(post);
    // A decided return has waited for the bank.
    if (state !== 'open' && !(await endByBank(tx, lines, fresh)) && (await openDecision(tx.db, lead.milestone_id)))
      await signalWorkflow(
        tx,
        'escrowLifecycle',
        lead.milestone_id,
        'payment',
        `dispute:${dispute.disputeId}:${tx.clock.now().getTime()}`,
      );
  } else if (!holdsMoney(lead.state)) await parkAfterwards(tx, lines, dispute);
  for (const { id: key, milestone_id: milestoneId, state } of shares)
    if (state === 'lost') await closeMatter(tx, { kind: 'card_dispute', key, milestoneId }, { outcome: 'returned' });
}

/** What a bank gives back, or takes again, of a payment that is over: two staff members decide whose it is. */
async function parkAfterwards(tx: SystemContext, { lead }: Lines, dispute: Dispute): Promise<void> {
  const shares = await sharesKnown(tx.db, dispute.disputeId);
  const isBooked = async (line: string): Promise<boolean> => {
    for (const { id } of shares) if (await isPosted(tx, `dispute:${id}:${line}`)) return true;
    return false;
  };
  const after: Dispute['balanceTransactions'][number][] = [];
  for (const line of dispute.balanceTransactions) if (!(await isBooked(line.id))) after.push(line);
  if (after.length === 0) return;
  await caseAboutPayment(tx, lead, {
    kind: 'unknown_money_event',
    key: `${dispute.disputeId}:after`,
    hold: null,
    amount: dispute.amount,
    lines: after,
    details: { dispute: dispute.disputeId, charge: dispute.chargeId, status: dispute.status },
  });
}
