import { withTx, type OrgContext, type StaffContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { workflowId } from '../../../../workflows/contracts.ts';
import { dealTerms, type Side } from '../../terms/schema.ts';
import { commissionOf } from '../../ledger/charges/rules.ts';
import { hasOpenRequest } from '../../representations/requests.ts';
import { addBalances, balancesByMilestone, NO_BALANCES, postingsOf } from '../../ledger/service.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import { acceptors, approvedFileCounts, latestSubmissions } from '../review/queries.ts';
import { chainOf } from '../timeline/queries.ts';
import { contractOf } from './queries/contracts.ts';
import { milestoneById, milestonesOfContract, type MilestoneRow } from '../milestone/queries.ts';
import {
  owedByBrand,
  paymentsOfContract,
  refundsOfContract,
  takenBackFrom,
  type PaymentBrief,
  type RefundBrief,
} from './queries/money.ts';
import { partsOfContract, type PartRow } from '../release/queries.ts';
import { agreedRelease, isPostOverdue, postTime, postWord } from '../live/rules.ts';
import { restOf, restShares } from '../release/rules.ts';
import { cancelRequestDto } from '../cancel/dto.ts';
import { openRequestsOfContract, type CancelRequestRow } from '../cancel/queries.ts';
import { deadlines, fundableFromOf, hasDemoClearing, isFundable, nextDeadline, workDueAt } from '../timers/rules.ts';
import { isTerminal, isTerminated } from '../milestone/rules.ts';
import { approvalOf, turnAt, whatCan, type DealViewer } from '../rules.ts';
import { viewerOf } from '../viewer.ts';
import { ZERO_HASH } from '../timeline/rules.ts';
import { documentNumber } from '../../documents/rules.ts';
import type { Balances, DealDto, MilestoneDto, PostingDto, RefundDto, TimelineEvent } from '../schema.ts';
import { plannedCharge, whatIf } from './what-if.ts';
import { factsOf } from '../milestone/facts.ts';
import { focusOf } from './focus.ts';

/** From when an unfunded milestone can be funded; null when it can be now. */
function soon(row: MilestoneRow, now: Date): Date | null {
  if (row.state !== 'proposed' && row.state !== 'awaiting_funding') return null;
  const from = fundableFromOf(row);
  return isFundable(from, now) ? null : from;
}

interface MilestoneExtras {
  balances: Balances;
  /** Oldest first. */
  payments: PaymentBrief[];
  submission: { id: string; n: number } | undefined;
  refunds: RefundBrief[];
  approvedFiles: number;
  owes: MilestoneDto['owes'];
  takenBack: MilestoneDto['takenBack'];
  acceptedBy: string | null;
  parts: PartRow[];
  request: CancelRequestRow | undefined;
}

const refundState = (state: string): RefundDto['state'] =>
  state === 'failed' ? 'owed' : state === 'done' || state === 'by_bank' ? 'credited' : 'on_its_way';

/**
 * `refunded`: the refunded part of the milestone's price, from the ledger. A late payment is refunded in full; of any
 * other a kill fee may stay.
 */
function toRefunds(rows: readonly RefundBrief[], refunded: number): RefundDto[] {
  const late = rows.filter((r) => r.reason === 'late_payment').reduce((sum, r) => sum + r.paid_price, 0);
  return rows.map((r) => {
    const state = refundState(r.state);
    return {
      state,
      amount: r.amount,
      price: r.reason === 'late_payment' ? r.paid_price : refunded - late,
      at: state === 'credited' ? r.settled_at : null,
      reference: r.reference,
      creditNote:
        r.note_id && r.note_year && r.note_number
          ? { id: r.note_id, number: documentNumber('credit_note', r.note_year, r.note_number) }
          : null,
    };
  });
}

const PAID = new Set(['paid', 'refunding', 'refunded']);

function toMilestone(row: MilestoneRow, extras: MilestoneExtras, viewer: DealViewer): MilestoneDto {
  const { now } = viewer;
  const paid = extras.payments.findLast((p) => PAID.has(p.state) && !p.late);
  const active = extras.payments.findLast((p) => !PAID.has(p.state));
  const charge = paid ? { price: paid.price, fee: paid.fee, tax: paid.tax, total: paid.total } : plannedCharge(row);
  const next = nextDeadline(row, now);
  const refunds = toRefunds(extras.refunds, extras.balances.refunded);
  return {
    id: row.id,
    contractId: row.contract_id,
    seq: row.seq,
    title: row.title,
    amount: row.amount,
    rest: restOf(row),
    creatorShare: {
      amount: commissionOf(row.amount, row.commission_bps, row.currency).creator,
      rest: restShares(row).creator,
      released: commissionOf(extras.balances.released, row.commission_bps, row.currency).creator,
    },
    parts: extras.parts.map((part) => ({
      n: part.n,
      amount: part.amount,
      releasedAt: part.released_at,
      clearsAt: part.clears_at,
    })),
    currency: row.currency,
    state: row.state,
    terminated: isTerminated(row),
    version: row.version,
    dueAt: workDueAt(row),
    deadlineAt: next?.at ?? null,
    atZero: next?.event ?? null,
    turn: turnAt({ ...factsOf(row), bankIsPaying: active?.state === 'processing' }, now),
    round: row.round,
    roundsMax: row.rounds_max,
    reviewExtended: row.review_extended,
    holds: row.holds,
    fundedAt: row.funded_at,
    submittedAt: row.submitted_at,
    accepted: row.accepted_at ? { at: row.accepted_at, by: extras.acceptedBy } : null,
    approvedAt: row.approved_at,
    releasedAt: row.released_at,
    refundedAt: row.refunded_at,
    holdExpiresAt: row.hold_expires_at,
    fundableFrom: soon(row, now),
    refundReason: row.refund_reason,
    bonus: row.bonus,
    balances: extras.balances,
    charge,
    activePayment: active
      ? {
          paymentId: active.id,
          url: active.session_url,
          startedBy: active.started_by ?? '',
          expiresAt: active.expires_at,
        }
      : null,
    refundOwed: refunds.filter((r) => r.state === 'owed').reduce((sum, r) => sum + r.amount, 0),
    refunds,
    owes: extras.owes,
    takenBack: extras.takenBack,
    currentSubmissionId: extras.submission?.id ?? null,
    submissionN: extras.submission?.n ?? 0,
    approvedFiles: extras.approvedFiles,
    can: whatCan(factsOf(row), viewer),
    cancelRequest: extras.request ? cancelRequestDto(row, extras.request, charge) : null,
    live: liveOf(row, now),
    approval: approvalOf(factsOf(row), viewer),
  };
}

/** How its money waits for the post. */
function liveOf(row: MilestoneRow, now: Date): MilestoneDto['live'] {
  const agreed = agreedRelease(row);
  if (!agreed) return null;
  const time = postTime(row, row.post);
  return {
    ...agreed,
    overdueFrom: time && isPostOverdue(time, now) ? time.overdueFrom : null,
    extendedTo: time?.extension instanceof Date ? time.extension : null,
    postBy: row.approved_at ? deadlines.posting(row.approved_at, row.terms.clocks, row.hold_expires_at) : null,
    post: postWord(row.post),
  };
}

/** Everything the deal page shows, for one of its parties. Throws not_found for any other actor. */
export async function dealFor(ctx: OrgContext, input: { contractId: string }): Promise<DealDto> {
  return withTx(ctx, async (tx) => {
    const contract = await contractOf(tx.db, { contractId: input.contractId, orgId: tx.actor.orgId });
    if (!contract) throw new AppError('not_found');
    const side: Side = contract.brand_org === tx.actor.orgId ? 'brand' : 'creator';
    const rows = await milestonesOfContract(tx.db, contract.id);
    const balances = await balancesByMilestone(
      tx,
      rows.map((r) => r.id),
    );
    const payments = await paymentsOfContract(tx.db, contract.id);
    const submissions = new Map((await latestSubmissions(tx.db, contract.id)).map((s) => [s.milestone_id, s]));
    const approved = await approvedFileCounts(tx.db, contract.id);
    const refunds = await refundsOfContract(tx.db, contract.id);
    const owed = await owedByBrand(tx.db, contract.id);
    const takenBack = await takenBackFrom(tx.db, { contractId: contract.id, orgId: tx.actor.orgId });
    const timeline = await chainOf(tx.db, contract.id);
    const parties = await partiesOf(tx, [contract.brand_org, contract.creator_org, contract.agency_org]);
    const parts = rows.some((row) => row.released_parts > 0) ? await partsOfContract(tx.db, contract.id) : [];
    const requests = rows.some((row) => row.state === 'cancel_requested')
      ? await openRequestsOfContract(tx.db, contract.id)
      : [];
    const viewer = await viewerOf(tx, contract);
    const acceptedBy = side === 'brand' ? await acceptors(tx.db, contract.id) : new Map<string, string>();
    const terms = dealTerms.parse(contract.terms);
    const milestones = rows.map((row) =>
      toMilestone(
        row,
        {
          balances: balances.get(row.id) ?? NO_BALANCES,
          payments: payments.filter((p) => p.milestone_id === row.id),
          submission: submissions.get(row.id),
          refunds: refunds.filter((r) => r.milestone_id === row.id),
          approvedFiles: approved.get(row.id) ?? 0,
          owes: moneyOf(owed, row.id),
          takenBack: moneyOf(takenBack, row.id),
          acceptedBy: acceptedBy.get(row.id) ?? null,
          parts: parts.filter((part) => part.milestone_id === row.id),
          request: requests.find((request) => request.milestone_id === row.id),
        },
        viewer,
      ),
    );
    const focus = focusOf(milestones, side);
    const focusRow = rows.find((r) => r.id === focus?.id);
    const { mode, temporalUiUrl, temporalNamespace } = tx.integrations.settings;
    return {
      contractId: contract.id,
      title: contract.title,
      campaignId: contract.campaign_id,
      campaignTitle: contract.campaign_title,
      state: contract.state,
      brand: partyIn(parties, contract.brand_org),
      creator: partyIn(parties, contract.creator_org),
      agency: contract.agency_org ? partyIn(parties, contract.agency_org) : null,
      shares: contract.agency_org ? sharesOf(rows) : null,
      currency: contract.currency,
      total: contract.total,
      signedAt: contract.signed_at,
      mySide: side,
      terms,
      balances: milestones.reduce((sum, m) => addBalances(sum, m.balances), NO_BALANCES),
      paid: paidSoFar(milestones),
      milestones,
      timeline,
      headHash: timeline.at(-1)?.hash ?? ZERO_HASH,
      whatIf:
        focus && focusRow && !isTerminal(focus.state)
          ? { milestoneId: focus.id, rows: whatIf(focusRow, focus, side, tx.clock.now()) }
          : null,
      creatorConfirms: await hasOpenRequest(
        tx,
        rows.map((row) => row.id),
      ),
      focusMilestoneId: focus?.id ?? null,
      serverNow: tx.clock.now(),
      demoClocks: hasDemoClearing(contract.clock_policy, terms.clocks.clearing),
      workflowUrl:
        mode === 'demo' && focus && focus.state !== 'proposed'
          ? `${temporalUiUrl}/namespaces/${temporalNamespace}/workflows/${encodeURIComponent(workflowId('escrowLifecycle', focus.id))}`
          : null,
    };
  });
}

/** The amount of one milestone among those of a contract. */
function moneyOf<M extends { milestone_id: string }>(
  rows: readonly M[],
  milestoneId: string,
): Omit<M, 'milestone_id'> | null {
  const row = rows.find((one) => one.milestone_id === milestoneId);
  if (!row) return null;
  const { milestone_id: _, ...money } = row;
  return money;
}

/** Part by part, as they are paid. */
function sharesOf(rows: readonly MilestoneRow[]): DealDto['shares'] {
  const shares = rows.map((row) => commissionOf(row.amount, row.commission_bps, row.currency));
  return { creator: shares.reduce((sum, s) => sum + s.creator, 0), agent: shares.reduce((sum, s) => sum + s.agent, 0) };
}

function paidSoFar(milestones: readonly MilestoneDto[]): DealDto['paid'] {
  const sum = { price: 0, fee: 0, tax: 0, total: 0 };
  for (const { fundedAt, charge } of milestones) {
    if (!fundedAt) continue;
    sum.price += charge.price;
    sum.fee += charge.fee;
    sum.tax += charge.tax;
    sum.total += charge.total;
  }
  return sum;
}

/** The milestones and events of any deal, in the caller's transaction, for staff to read. */
export const dealRowsForStaff = async (
  tx: StaffContext,
  id: string,
): Promise<{ milestones: MilestoneRow[]; events: TimelineEvent[] }> => ({
  milestones: await milestonesOfContract(tx.db, id),
  events: await chainOf(tx.db, id),
});

/** The ledger's postings of a milestone, for its parties. */
export async function postings(ctx: OrgContext, input: { milestoneId: string }): Promise<PostingDto[]> {
  return withTx(ctx, async (tx) => {
    const row = await milestoneById(tx.db, input.milestoneId);
    const contract = row && (await contractOf(tx.db, { contractId: row.contract_id, orgId: tx.actor.orgId }));
    if (!contract) throw new AppError('not_found');
    return postingsOf(tx, row.id);
  });
}
