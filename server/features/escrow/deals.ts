import type { z } from 'zod';
import { withTx, type OrgContext, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { dealTerms, type Side } from '../terms/schema.ts';
import { commissionOf } from '../ledger/rules.ts';
import { addBalances, balancesByContract, balancesByMilestone, NO_BALANCES } from '../ledger/service.ts';
import { mandateOf } from '../orgs/mandate.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { approvedFileCounts, latestSubmissions } from './queries/reviews.ts';
import { chainOf } from './queries/events.ts';
import {
  contractFacts,
  contractOf,
  contractsOf,
  countDeals,
  milestonesOf,
  type ContractBrief,
  type ContractFacts,
  type MilestoneBrief,
} from './queries/contracts.ts';
import { milestonesOfContract, type MilestoneRow } from './queries/milestones.ts';
import {
  owedByBrand,
  paymentsOfContract,
  refundsOfContract,
  takenBackFrom,
  type PaymentBrief,
  type RefundBrief,
} from './queries/money.ts';
import {
  fundableFrom,
  hasDemoClearing,
  isTerminal,
  nextDeadline,
  stageOf,
  turnAt,
  whatCan,
  workDueAt,
  ZERO_HASH,
  type DealViewer,
  type MilestoneFacts,
} from './rules.ts';
import { documentNumber } from '../documents/rules.ts';
import type {
  Balances,
  DealDto,
  DealListItem,
  listDealsInput,
  MilestoneDto,
  MilestoneState,
  RefundDto,
  TimelineEvent,
} from './schema.ts';
import { plannedCharge, whatIf } from './what-if.ts';

/** From when an unfunded milestone can be funded; null when it can be now. */
function soon(row: MilestoneRow, now: Date): Date | null {
  if (row.state !== 'proposed' && row.state !== 'awaiting_funding') return null;
  const from = fundableFrom(row.due_at, row.terms.clocks);
  return from > now ? from : null;
}

/** Input of the rules. */
export const factsOf = (row: MilestoneRow): MilestoneFacts => ({
  state: row.state,
  deadlineAt: row.deadline_at,
  round: row.round,
  roundsMax: row.rounds_max,
  reviewExtended: row.review_extended,
  holds: row.holds,
  dueAt: row.due_at,
  clocks: row.terms.clocks,
  holdEnd: row.hold_expires_at,
  creatorOnHold: row.creator_on_hold_since !== null,
});

interface MilestoneExtras {
  balances: Balances;
  /** Oldest first. */
  payments: PaymentBrief[];
  submission: { id: string; n: number } | undefined;
  refunds: RefundBrief[];
  approvedFiles: number;
  owes: MilestoneDto['owes'];
  takenBack: MilestoneDto['takenBack'];
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

function toMilestone(
  row: MilestoneRow,
  extras: MilestoneExtras,
  side: Side,
  mandate: DealViewer['mandate'],
  ctx: OrgContext,
): MilestoneDto {
  const paid = extras.payments.findLast((p) => PAID.has(p.state));
  const active = extras.payments.findLast((p) => !PAID.has(p.state));
  const next = nextDeadline(row, ctx.clock.now());
  const refunds = toRefunds(extras.refunds, extras.balances.refunded);
  return {
    id: row.id,
    contractId: row.contract_id,
    seq: row.seq,
    title: row.title,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    version: row.version,
    dueAt: workDueAt(row),
    deadlineAt: next?.at ?? null,
    atZero: next?.event ?? null,
    turn: turnAt({ ...factsOf(row), bankIsPaying: active?.state === 'processing' }, ctx.clock.now()),
    round: row.round,
    roundsMax: row.rounds_max,
    reviewExtended: row.review_extended,
    holds: row.holds,
    fundedAt: row.funded_at,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    releasedAt: row.released_at,
    refundedAt: row.refunded_at,
    holdExpiresAt: row.hold_expires_at,
    fundableFrom: soon(row, ctx.clock.now()),
    refundReason: row.refund_reason,
    balances: extras.balances,
    charge: paid ? { price: paid.price, fee: paid.fee, tax: paid.tax, total: paid.total } : plannedCharge(row),
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
    can: whatCan(factsOf(row), { side, role: ctx.actor.role, mandate, now: ctx.clock.now() }),
  };
}

interface Openable {
  id: string;
  state: MilestoneState;
  turn: Side | null;
  deadlineAt: Date | null;
}

/**
 * The milestone a reader should see first: one whose payment page is open, so that nothing else is paid by mistake;
 * else one whose next act is the reader's, else the one with the earliest deadline, else the first open one.
 */
function focusOf<M extends Openable>(milestones: readonly M[], side: Side): M | undefined {
  const open = milestones.filter((m) => !isTerminal(m.state));
  const soonest = (list: readonly M[]) =>
    list.filter((m) => m.deadlineAt).sort((a, b) => a.deadlineAt!.getTime() - b.deadlineAt!.getTime())[0];
  const mine = open.filter((m) => m.turn === side);
  const paying = open.find((m) => m.state === 'funding');
  const payingMine = paying && paying.turn === side ? paying : undefined;
  return payingMine ?? soonest(mine) ?? mine[0] ?? paying ?? soonest(open) ?? open[0] ?? milestones.at(-1);
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
    const mandate = await mandateOf(tx, contract.creator_org);
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
        },
        side,
        mandate,
        tx,
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
          ? { milestoneId: focus.id, rows: whatIf(focusRow, focus.charge, focus.can, side, tx.clock.now()) }
          : null,
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

const NEXT_ACTION: Partial<Record<MilestoneState, string>> = {
  awaiting_funding: 'fund',
  funding: 'pay',
  funded: 'submit',
  changes_requested: 'fixChanges',
  overdue: 'submitLate',
  delivered: 'review',
};

/** Status of a deal for one side. */
interface DealStatus extends Pick<DealListItem, 'stage' | 'turn' | 'nextAction' | 'deadlineAt' | 'milestone'> {
  contractId: string;
  side: Side;
}

function statusOf(contract: ContractBrief, briefs: readonly MilestoneBrief[], side: Side, now: Date): DealStatus {
  const { clocks } = contract;
  const milestones = briefs.map((m) => ({
    ...m,
    deadlineAt: nextDeadline(m, now)?.at ?? null,
    turn: turnAt({ state: m.state, dueAt: m.due_at, clocks, bankIsPaying: m.bank_is_paying }, now),
  }));
  const unsigned = contract.state === 'sent' || contract.state === 'partially_signed';
  const active = contract.state === 'active';
  const focus = focusOf(milestones, side);
  return {
    contractId: contract.id,
    side,
    stage: unsigned ? 'contract' : active && focus ? stageOf(focus.state) : 'done',
    turn: active && focus ? focus.turn : null,
    nextAction: unsigned ? 'sign' : active && focus?.turn ? (NEXT_ACTION[focus.state] ?? null) : null,
    deadlineAt: unsigned ? contract.deadline_at : active ? (focus?.deadlineAt ?? null) : null,
    milestone: focus ? { id: focus.id, title: focus.title, state: focus.state, amount: focus.amount } : null,
  };
}

const toListItem = (
  contract: ContractFacts,
  { side: _side, ...status }: DealStatus,
  balances: Balances,
  parties: Parameters<typeof partyIn>[0],
): DealListItem => ({
  title: contract.title,
  campaignId: contract.campaign_id,
  campaignTitle: contract.campaign_title,
  state: contract.state,
  brand: partyIn(parties, contract.brand_org),
  creator: partyIn(parties, contract.creator_org),
  currency: contract.currency,
  total: contract.total,
  balances,
  ...status,
});

/** How many deals of the actor's org run, and how many that are over paid something. */
export const dealCounts = (ctx: OrgContext): Promise<{ active: number; paid: number }> =>
  withTx(ctx, (tx) => countDeals(tx.db, tx.actor.orgId));

const urgency = (deal: DealStatus): number => deal.deadlineAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * Deals of the actor's org, those whose next act is the actor's first, then by the next deadline, at most `LIST_LIMIT`.
 * The status of an active deal depends on the time, so all active deals are read before the list is cut; ended ones
 * come after them, the most recently changed first.
 */
export async function listDeals(ctx: OrgContext, input: z.output<typeof listDealsInput> = {}): Promise<DealListItem[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const { campaignId, stage } = input;
    const now = tx.clock.now();
    const statuses = async (contracts: readonly ContractBrief[]): Promise<DealStatus[]> => {
      const briefs = new Map<string, MilestoneBrief[]>();
      for (const brief of await milestonesOf(
        tx.db,
        contracts.map((c) => c.id),
      )) {
        const list = briefs.get(brief.contract_id);
        if (list) list.push(brief);
        else briefs.set(brief.contract_id, [brief]);
      }
      return contracts
        .map((c) => statusOf(c, briefs.get(c.id) ?? [], c.brand_org === orgId ? 'brand' : 'creator', now))
        .filter((s) => !stage || s.stage === stage);
    };
    const running = (await statuses(await contractsOf(tx.db, { orgId, campaignId, open: true, limit: null })))
      .sort((a, b) => Number(b.turn === b.side) - Number(a.turn === a.side) || urgency(a) - urgency(b))
      .slice(0, LIST_LIMIT);
    const room = stage && stage !== 'done' ? 0 : LIST_LIMIT - running.length;
    const shown =
      room > 0
        ? [...running, ...(await statuses(await contractsOf(tx.db, { orgId, campaignId, open: false, limit: room })))]
        : running;
    const ids = shown.map((s) => s.contractId);
    const facts = await contractFacts(tx.db, { orgId, ids });
    const balances = await balancesByContract(tx, ids);
    const parties = await partiesOf(
      tx,
      [...facts.values()].flatMap((c) => [c.brand_org, c.creator_org]),
    );
    return shown.flatMap((s) => {
      const contract = facts.get(s.contractId);
      return contract ? [toListItem(contract, s, balances.get(s.contractId) ?? NO_BALANCES, parties)] : [];
    });
  });
}

/** The milestones and events of any deal, in the caller's transaction, for staff to read. */
export const dealRowsForStaff = async (
  tx: StaffContext,
  id: string,
): Promise<{ milestones: MilestoneRow[]; events: TimelineEvent[] }> => ({
  milestones: await milestonesOfContract(tx.db, id),
  events: await chainOf(tx.db, id),
});
