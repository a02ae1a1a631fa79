import { ADDRESSES } from '../../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type StaffContext, type SystemContext } from '../../../context.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import { AppError } from '../../../core/errors.ts';
import { requireStaffAct } from '../../../guards.ts';
import type { Money } from '../../../core/money.ts';
import { truncated } from '../../../core/text.ts';
import { approve, assertUnrelated, propose } from '../../approvals/service.ts';
import { audit } from '../../audit/audit.ts';
import { holdOf } from '../../cases/rules.ts';
import { closeCaseById, noteCaseById, one as readCase, systemCase } from '../../cases/service.ts';
import type { CaseDto } from '../../cases/schema.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { settleReversed } from '../../escrow/release/transfer-marks.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import { parkedSettled } from '../../ledger/rules.ts';
import { postAll } from '../../ledger/service.ts';
import { notify } from '../../notifications/notify.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { openDebt } from '../debts/debts.ts';
import { settleConverted, settleOverpaid } from '../debts/receipt.ts';
import { correct } from './correction.ts';
import { settleFraud, suspectedMoney } from './fraud.ts';
import {
  appealsOf,
  appealsWithoutDue,
  endParked,
  insertParked,
  isDecided,
  openParked,
  parkedInLines,
  type ParkedDecision,
  type Ruling,
  openRulingOf,
} from './queries.ts';
import { possibleOutcomes, RULING_ANSWER_MS, RULING_APPEAL_MS, type DecisionFailure } from '../rules.ts';
import { namedIn } from '../webhooks/payment-cases.ts';
import { notifyWebhooks } from '../webhooks/queries.ts';
import type { confirmParkedInput, ParkedDto, parkedInput, proposeParkedInput } from '../schema.ts';

/*
 * Money that moved at the provider without a call of ours is parked in suspense and is a case. Two staff members decide
 * whose it is, and the worker books that; the provider's balance is mirrored already, so the provider is not called.
 */

interface Matter {
  row: CaseDto;
  parked: Money;
  ways: ParkedDto['ways'];
  /** Whose earnings a ruling would keep; null: the decision is no ruling. */
  payeeOrg: string | null;
}

/** Throws not_found, and state.wrong where nothing is parked and no work is held for suspected fraud. */
async function matterOf(tx: StaffContext, caseId: string): Promise<Matter> {
  const row = await readCase(tx, { caseId });
  if (row.state !== 'open') throw new AppError('state.wrong');
  const suspected = await suspectedMoney(tx, row);
  if (suspected) {
    const { payeeOrg, ...parked } = suspected;
    return { row, parked, ways: ['fraud'], payeeOrg };
  }
  const parked = await parkedInLines(tx.db, namedIn(row));
  if (!parked) throw new AppError('state.wrong');
  const ways = possibleOutcomes(row.kind, parked.amount, row.orgId !== null && row.brandName !== null);
  return { row, parked, ways, payeeOrg: row.kind === 'transfer_reversed' ? row.orgId : null };
}

/** Decisions that keep money from its payee, who reads why. */
const isRuling = (decision: ParkedDecision['decision'], { payeeOrg }: Pick<Matter, 'payeeOrg'>): boolean =>
  payeeOrg !== null && (decision === 'platform' || decision === 'fraud');

/**
 * Those who propose and confirm belong to no side of the matter, and took no decision about it that was appealed. Throws
 * payment.related, payment.ruled_before.
 */
async function assertOtherJudges(
  tx: StaffContext,
  row: Pick<CaseDto, 'id' | 'orgId' | 'contractId'>,
  judges: readonly string[],
): Promise<'first' | 'appealed'> {
  await assertUnrelated(tx, { userIds: judges, orgId: row.orgId, contractId: row.contractId });
  const appeals = await appealsOf(tx.db, row.id);
  if (appeals.some((one) => judges.some((id) => id === one.proposed_by || id === one.decided_by)))
    throw new AppError('payment.ruled_before');
  return appeals.length > 0 ? 'appealed' : 'first';
}

/** Parked money of a case and the possible decisions. */
export async function parkedMoney(ctx: StaffContext, input: z.output<typeof parkedInput>): Promise<ParkedDto> {
  return withTx(ctx, async (tx) => {
    const { row, parked, ways, payeeOrg } = await matterOf(tx, input.caseId);
    const appeals = (await appealsOf(tx.db, row.id)).map(({ ruling, appeal, appealed_at: at }) => ({
      ruling: ruling ?? '',
      text: appeal ?? '',
      at: at!,
    }));
    return { ...parked, ways, rules: payeeOrg !== null, appeals, openRuling: await openRulingOf(tx.db, row.id) };
  });
}

/**
 * The first of two staff members proposes whose parked money is. Throws not_found, state.wrong, state.already_decided while
 * a ruling may be appealed, approval.open, payment.related, payment.ruled_before, auth.step_up_required.
 */
export async function proposeParked(
  ctx: StaffContext,
  input: z.output<typeof proposeParkedInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'payments.proposeParked');
  return withTx(ctx, async (tx) => {
    const matter = await matterOf(tx, input.caseId);
    const { row, parked, ways } = matter;
    if (!ways.includes(input.decision)) throw new AppError('state.wrong');
    if (matter.payeeOrg && (await isDecided(tx.db, row.id))) throw new AppError('state.already_decided');
    await assertOtherJudges(tx, row, [tx.actor.userId]);
    const ruling = isRuling(input.decision, matter) ? input.note : null;
    const reference = input.decision === 'paid_by_bank' ? input.reference : null;
    return propose(tx, {
      kind: 'parked_money',
      subject: row.id,
      payload: { decision: input.decision, amount: parked.amount, currency: parked.currency, reference, ruling },
      note: input.note,
    });
  });
}

/**
 * The second confirms, and the worker books it. Throws approval.same_person, approval.expired, payment.related,
 * payment.ruled_before, state.already_decided when the money has changed meanwhile.
 */
export async function confirmParked(
  ctx: StaffContext,
  input: z.output<typeof confirmParkedInput>,
): Promise<{ caseId: string }> {
  requireStaffAct(ctx, 'payments.confirmParked');
  return withTx(ctx, async (tx) => {
    const { subject, payload, proposedBy } = await approve(tx, { id: input.proposalId, kind: 'parked_money' });
    const { row, parked, ways, payeeOrg } = await matterOf(tx, subject);
    const decision = ways.find((way) => way === payload['decision']);
    if (!decision || parked.amount !== payload['amount'] || parked.currency !== payload['currency'])
      throw new AppError('state.already_decided');
    const reference = typeof payload['reference'] === 'string' ? payload['reference'] : null;
    const before = await assertOtherJudges(tx, row, [tx.actor.userId, proposedBy]);
    const now = tx.clock.now();
    const text = payload['ruling'];
    const ruling: Ruling | null =
      typeof text === 'string' && payeeOrg
        ? {
            payeeOrg,
            contractId: row.contractId,
            milestoneId: row.milestoneId,
            text,
            effectiveAt: before === 'appealed' ? null : new Date(now.getTime() + RULING_APPEAL_MS),
          }
        : null;
    if (
      !(await insertParked(tx.db, {
        approvalId: input.proposalId,
        caseId: row.id,
        decision,
        ...parked,
        lines: namedIn(row),
        reference,
        ruling,
        at: now,
      }))
    )
      throw new AppError('state.already_decided');
    if (ruling?.effectiveAt) await notifyPayee(tx, row, parked, { ...ruling, id: input.proposalId });
    await notifyWebhooks(tx.db);
    await audit(tx, 'parked.decided', `case:${row.id}`, {
      decision,
      amount: parked.amount,
      currency: parked.currency,
      reference,
    });
    return { caseId: row.id };
  });
}

/** The payee reads why its money is kept, and until when it may appeal. */
const notifyPayee = (
  tx: StaffContext,
  row: CaseDto,
  { amount, currency }: Money,
  ruling: Ruling & { id: string },
): Promise<void> =>
  notify(tx, {
    orgId: ruling.payeeOrg,
    kind: row.kind === 'fraud_warning' ? 'fraud_ruled' : 'reversal_ruled',
    data: {
      title: row.dealTitle ?? '',
      milestone: row.milestoneTitle ?? '',
      amountMinor: Math.abs(amount),
      currency,
      reason: truncated(ruling.text, 200),
      deadlineAt: ruling.effectiveAt!.toISOString(),
    },
    link: row.milestoneId ? ADDRESSES.milestoneMoney(row.milestoneId) : ADDRESSES.payouts,
    key: `reversal_ruled:${ruling.id}`,
    roles: ['owner', 'finance'],
  });

type DecisionNotice = 'money_sent_by_bank' | 'reversal_final' | 'payment_owed' | 'refund_settled';

/** What a decision means for the org of the case: the payee of a transfer, or the brand of a refund. */
export function noticeOfDecision(
  kind: CaseDto['kind'],
  { decision, amount }: Pick<ParkedDecision, 'decision' | 'amount'>,
): DecisionNotice | null {
  if (decision === 'paid_by_bank') return 'money_sent_by_bank';
  if (decision === 'brand_owes') return 'payment_owed';
  if (kind === 'transfer_reversed') return 'reversal_final';
  return kind === 'provider_refund' && amount < 0 ? 'refund_settled' : null;
}

async function notifyOfDecision(tx: SystemContext, row: CaseDto, decision: ParkedDecision): Promise<void> {
  const kind = noticeOfDecision(row.kind, decision);
  if (!kind || !row.orgId || !row.contractId || !row.milestoneId) return;
  await notify(tx, {
    orgId: row.orgId,
    kind,
    data: {
      title: row.dealTitle ?? '',
      milestone: row.milestoneTitle ?? '',
      amountMinor: Math.abs(decision.amount),
      currency: decision.currency,
      ...(kind === 'money_sent_by_bank' ? { number: decision.reference ?? '' } : {}),
    },
    link: ADDRESSES.deal(row.contractId),
    key: `parked:${row.id}`,
    roles: ['owner', 'finance'],
  });
}

/** Books decisions that are not booked yet, and puts cases with an appeal before those without a due date. Safe to repeat. */
export async function settleParked(ctx: SystemContext): Promise<void> {
  const { log } = ctx.integrations;
  await eachAlone(
    await appealsWithoutDue(ctx.db),
    { log, failed: 'an appeal got no due date and will be tried again', nameOf: (one) => one.case_id },
    async ({ case_id: id, appealed_at: at }) => {
      if (at) await withTx(ctx, (tx) => noteCaseById(tx, id, { dueAt: new Date(at.getTime() + RULING_ANSWER_MS) }));
    },
  );
  await eachAlone(
    await openParked(ctx.db, ctx.clock.now()),
    {
      log,
      failed: 'a decision about parked money was not booked and will be tried again',
      nameOf: (one) => one.case_id,
    },
    (decision) => withTx(ctx, (tx) => settleOne(tx, decision)),
  );
}

async function settleOne(tx: SystemContext, decision: ParkedDecision): Promise<void> {
  const at = tx.clock.now();
  const row = await systemCase(tx, decision.case_id);
  if (decision.decision === 'fraud') return settleFraud(tx, row, decision);
  // The lines of the case now: those after the decision count too.
  const parked = row && (await parkedInLines(tx.db, namedIn(row)));
  if (
    row?.state !== 'open' ||
    parked?.amount !== decision.amount ||
    parked.currency !== decision.currency ||
    (decision.decision === 'brand_owes' && !row.orgId)
  ) {
    // The money moved meanwhile, so the decision does not fit: the case stays open for another one.
    if (await endParked(tx.db, decision.approval_id, { state: 'failed', at }))
      await noteCaseById(tx, decision.case_id, { details: { failed: 'money_changed' satisfies DecisionFailure } });
    return;
  }
  if (!(await endParked(tx.db, decision.approval_id, { state: 'done', at }))) return;
  await closeCaseById(tx, row.id, { outcome: decision.decision });
  const transfer = row.kind === 'transfer_reversed' ? row.details['transfer'] : null;
  if (typeof transfer === 'string')
    await settleReversed(tx, transfer, {
      amount: parked.amount,
      byBank: decision.decision === 'paid_by_bank',
    });
  if (decision.ruling !== null) await correct(tx, row, decision);
  if (decision.decision === 'brand_owes' && row.orgId)
    await openDebt(tx, {
      brandOrg: row.orgId,
      contractId: row.contractId,
      milestoneId: row.milestoneId,
      currency: parked.currency,
      amount: -parked.amount,
      of: { caseId: row.id },
    });
  await notifyOfDecision(tx, row, decision);
  const { debtPayment: paymentId, converted } = row.details;
  if (row.orgId && typeof paymentId === 'string') {
    const unused = { ...parked, brandOrg: row.orgId, paymentId };
    await (converted ? settleConverted : settleOverpaid)(tx, unused, decision);
  }
  if (row.milestoneId && holdOf(row.kind) && !isTerminal((await readMilestone(tx, row.milestoneId)).state))
    await signalWorkflow(tx, 'escrowLifecycle', row.milestoneId, 'hold_cleared', `case:${row.id}`);
  await postAll(tx, [
    {
      ...parkedSettled(parked.currency, parked.amount, { to: decision.decision, brandOrg: row.orgId }),
      opId: `parked:${row.id}`,
      contractId: row.contractId,
      milestoneId: row.milestoneId,
    },
  ]);
}
