import { withTx, type OrgContext, type SystemContext } from '../../../context.ts';
import { isAppError } from '../../../core/errors.ts';
import { notifyParty, notifyToFund, readMilestone } from '../../escrow/milestone/moves.ts';
import { autoFundingPlan, noteAutoFunding } from '../../payment-methods/auto-fund.ts';
import { needsPayer } from '../../payment-methods/rules.ts';
import { quote } from './quote.ts';
import { pay } from './pay.ts';

/**
 * Pays a milestone with the default method of its brand, in the name of the member who switched that on. A bank that
 * requires the card's holder turns it into a task of the brand, and so does whatever else keeps it from being paid.
 * Repeated, it finds the payment that was begun. Returns a line for the workflow's timeline.
 */
export async function fundAutomatically(ctx: SystemContext, { milestoneId }: { milestoneId: string }): Promise<string> {
  const plan = await withTx(ctx, (tx) => autoFundingPlan(tx, milestoneId));
  if (plan.is === 'over') return `ended before: ${plan.state}`;
  const milestone = await withTx(ctx, (tx) => readMilestone(tx, milestoneId));
  if (plan.is === 'off') return stop(ctx, milestoneId, 'dropped', plan.code);
  if (milestone.state !== 'awaiting_funding' && milestone.state !== 'funding') {
    await withTx(ctx, (tx) => noteAutoFunding(tx, milestoneId, { state: 'dropped', code: milestone.state }));
    return `not paid: ${milestone.state}`;
  }
  const payer: OrgContext = { ...ctx, actor: plan.actor, requestKey: null };
  try {
    const { id: quoteId } = await quote(payer, { milestoneId });
    await pay(payer, { milestoneId, quoteId, methodId: plan.methodId }, { offSession: true });
    await withTx(ctx, (tx) => noteAutoFunding(tx, milestoneId, { state: 'started', methodId: plan.methodId }));
    return 'charged';
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Tried again: the claim stays, and the next try goes on with it.
    if (error.code === 'payment.provider_unavailable') return 'the provider did not answer';
    // Tried until the bank has decided, or the time to fund is over.
    if (error.code === 'payment.card_dispute_open') return 'waits for a disputed payment';
    // An addendum has moved its work: tried until it can be funded.
    if (error.code === 'escrow.too_early_to_fund') return 'waits until it can be funded';
    // Another member of the brand pays it at this moment.
    if (error.code === 'payment.in_progress') return stop(ctx, milestoneId, 'dropped', error.code, false);
    const code = String(error.data['reason'] ?? error.code);
    return stop(ctx, milestoneId, needsPayer(code) ? 'to_confirm' : 'failed', code);
  }
}

const NOTICE = { to_confirm: 'payment_to_confirm', failed: 'auto_payment_failed' } as const;

/** The brand pays it by hand, and reads why. */
async function stop(
  ctx: SystemContext,
  milestoneId: string,
  state: keyof typeof NOTICE | 'dropped',
  code: string,
  notifies = true,
): Promise<string> {
  await withTx(ctx, async (tx) => {
    if (!(await noteAutoFunding(tx, milestoneId, { state, code }))) return;
    const row = await readMilestone(tx, milestoneId);
    if (!notifies || row.state !== 'awaiting_funding') return;
    if (state === 'dropped') await notifyToFund(tx, row, 'automatic');
    else await notifyParty(tx, row, 'brand', NOTICE[state], 'automatic');
  });
  return `${state}: ${code}`;
}
