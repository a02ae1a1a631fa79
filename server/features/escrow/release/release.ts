import { withTx, type SystemContext } from '../../../context.ts';
import { failpoint } from '../../../failpoint.ts';
import { HOLDING_KINDS, holdOf } from '../../cases/rules.ts';
import { hasOpenCase } from '../../cases/service.ts';
import { releasePosting } from '../../ledger/rules.ts';
import { balancesByMilestone, postAll, type Post } from '../../ledger/service.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import { invoicingOf } from '../../tax-profiles/service.ts';
import { buyerOf, issueDocument, taxOfInvoice } from '../../documents/issue.ts';
import { OutcomeUnknown } from '../../provider-calls/execute.ts';
import { appendEvent } from '../timeline/events.ts';
import { holdForStaff, takeOffHold } from '../milestone/holds.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { lockedMilestone, milestoneMove, notifyParty, notifyBoth } from '../milestone/moves.ts';
import { asProviderError } from '../../provider-calls/provider-error.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';
import type { MilestoneState } from '../schema.ts';
import { fundingPayment } from '../funding/payments.ts';
import { booksOf } from '../milestone/facts.ts';
import { claimWaiting, prepareTransfers, remindOfParts } from './prepare.ts';
import { finishSettlement } from '../settlement/settle.ts';
import { partsOfMilestone, transfersOf, type TransferRow } from './queries.ts';
import { earnParts, nextPart, unearnedOf } from './parts.ts';
import { releaseStops, withoutShortage } from '../milestone/rules.ts';
import { partSuffix, releaseStep, restOf, sharesOfPart } from './rules.ts';
import { makeTransfers, noteTransfer, type MadeTransfer } from './transfers.ts';

/**
 * Pays out an approved milestone in three committed steps: claim (the money is earned and the transfers are claimed),
 * act (the provider is called), confirm (its answer is booked). Each step finds what was done before, so that it may be
 * interrupted anywhere and repeated.
 */
export async function release(
  ctx: SystemContext,
  input: { milestoneId: string },
  cover: Cover = nothingCovers,
): Promise<string> {
  await failpoint('release.before');
  const claimed = await withTx(ctx, async (tx) => claim(tx, await lockedMilestone(tx, input.milestoneId), cover));
  if (claimed.ready === false) return claimed.why;
  await failpoint('release.claimed');
  const { made, failures } = await makeTransfers(ctx, claimed.row);
  if (made.length === 0 && failures.length > 0) throw failures[0];
  await failpoint('release.called');
  const { state, left } = await withTx(ctx, (tx) => confirm(tx, made, input.milestoneId));
  await failpoint('release.stored');
  // The workflow retries a leg without an answer; an error that is no answer of the provider is a fault of this program
  // and is thrown.
  const fault = failures.find((error) => !asProviderError(error) && !(error instanceof OutcomeUnknown));
  if (fault) throw fault;
  return left.length === 0
    ? state
    : `${state}; still to transfer: ${left.map((t) => `${t.leg} (${t.state})`).join(', ')}`;
}

/**
 * Puts the platform's own money in the place of what a card's bank took of a disputed payment, in the transaction of the
 * release. Answers why the release waits, or null. The bank's part is in payments, which hands this in.
 */
export type Cover = (tx: SystemContext, row: MilestoneRow, what: Covered) => Promise<string | null>;
/** All that is left, parts that the books do not have yet, or transfers of earlier ones. */
export type Covered = 'rest' | 'parts' | 'transfers';

const nothingCovers: Cover = async (tx, row, what) =>
  what !== 'transfers' && ((await balancesByMilestone(tx, [row.id])).get(row.id)?.disputed ?? 0) > 0
    ? 'held: card_dispute'
    : null;

const MONEY_OUT_STOPPED = 'money-out is stopped';

type Claimed = { ready: true; row: MilestoneRow } | { ready: false; why: string };

/** Holds whose case a staff member has closed. */
async function liftSettled(tx: SystemContext, row: MilestoneRow): Promise<void> {
  for (const kind of HOLDING_KINDS) {
    const hold = holdOf(kind);
    if (!hold || !row.holds.includes(hold) || (await hasOpenCase(tx, { kind, milestoneId: row.id }))) continue;
    if (!(await takeOffHold(tx, row, hold))) continue;
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'hold_lifted',
      data: { reason: hold },
    });
    await notifyBoth(tx, row, 'payment_hold_lifted', `v${row.version}`);
  }
}

async function claim(tx: SystemContext, row: MilestoneRow, cover: Cover): Promise<Claimed> {
  await liftSettled(tx, row);
  await holdForStaff(tx, row);
  const disputed = row.holds.includes('card_dispute') || row.charged_back_at !== null;
  const waits = async (what: Covered) => (disputed ? cover(tx, row, what) : null);
  switch (releaseStep({ ...row, holds: withoutShortage(row.holds) }, tx.clock.now())) {
    case 'parts':
      return claimParts(tx, row, waits);
    case 'held':
      return { ready: false, why: `held: ${row.holds.join(', ')}` };
    case 'clear': {
      const why = await clear(tx, row);
      // Parts that were released before have clearings of their own.
      const parts = await claimParts(tx, row, waits);
      return parts.ready ? parts : { ready: false, why };
    }
    case 'earn': {
      if (await isMoneyOutStopped(tx, row.currency)) return { ready: false, why: MONEY_OUT_STOPPED };
      const why = await waits('rest');
      if (why) return { ready: false, why };
      return { ready: true, row: await earn(tx, row) };
    }
    case 'waiting':
      if ((await isMoneyOutStopped(tx, row.currency)) || (await waits('transfers'))) return { ready: true, row };
      // Legs that waited for their payee's account or for their clearing; of an ended milestone a kill fee.
      await postAll(tx, await claimWaiting(tx, row));
      return { ready: true, row };
    case 'nothing':
      return { ready: false, why: `nothing to release: ${row.state}` };
  }
}

async function claimParts(
  tx: SystemContext,
  row: MilestoneRow,
  waits: (what: 'parts' | 'transfers') => Promise<string | null>,
): Promise<Claimed> {
  if (row.released_parts === 0) return { ready: false, why: `nothing to release: ${row.state}` };
  if (releaseStops(withoutShortage(row.holds))) return { ready: false, why: `held: ${row.holds.join(', ')}` };
  if (await isMoneyOutStopped(tx, row.currency)) return { ready: false, why: MONEY_OUT_STOPPED };
  const why = await waits((await unearnedOf(tx, row)) > 0 ? 'parts' : 'transfers');
  if (why) return { ready: false, why };
  const earned = await earnParts(tx, row);
  await postAll(tx, [...earned, ...(await claimWaiting(tx, row))]);
  await remindOfParts(tx, row);
  return { ready: true, row };
}

async function clear(tx: SystemContext, row: MilestoneRow): Promise<string> {
  if (row.state === 'clearing') return 'clearing';
  await milestoneMove(tx, row, 'clear');
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'clearing',
    data: { until: row.deadline_at?.toISOString() ?? null },
  });
  return 'clearing';
}

/** P4 and P5: from here on the money belongs to the payees, whatever happens to the transfers. */
async function earn(tx: SystemContext, row: MilestoneRow): Promise<MilestoneRow> {
  const payment = await fundingPayment(tx, row.id);
  const parts = await earnParts(tx, row);
  const last = await nextPart(tx, row);
  const amount = last.to - last.from;
  const { fee, ...shares } = sharesOfPart(last, {
    charge: payment,
    commissionBps: row.agency_org ? row.commission_bps : 0,
    currency: row.currency,
  });
  const moved = await milestoneMove(tx, row, 'claimRelease', {
    deadline_at: new Date(tx.clock.now().getTime() + CLAIM_LIMIT_MS),
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'release_started',
    data: { amount },
    change: { held: -amount, released: amount },
  });
  const { posts: claims, claimed } = await prepareTransfers(tx, row, shares, { n: last.n });
  if (!claimed.includes('creator')) {
    await notifyParty(tx, { ...moved, amount: shares.creator }, 'creator', 'payout_account_needed', 'claim');
  }
  await postAll(tx, [
    ...parts,
    {
      ...releasePosting(
        booksOf(row, payment.tax_country),
        { ...shares, fee },
        { creatorOrg: row.creator_org, agencyOrg: row.agency_org },
      ),
      opId: `release:${row.id}${partSuffix(last.n)}`,
      contractId: row.contract_id,
      milestoneId: row.id,
    },
    ...claims,
    ...(await claimWaiting(tx, row)),
  ]);
  return moved;
}

async function confirm(
  tx: SystemContext,
  made: readonly MadeTransfer[],
  milestoneId: string,
): Promise<{ state: MilestoneState; left: TransferRow[] }> {
  const row = await lockedMilestone(tx, milestoneId);
  const posts: Post[] = [];
  const sent: TransferRow[] = [];
  const last = Math.max(...(await transfersOf(tx.db, milestoneId)).map((t) => t.part));
  for (const one of made) {
    const noted = await noteTransfer(tx, row, one);
    if (!noted) continue;
    posts.push(noted);
    sent.push(one.row);
    const { leg, amount, part } = one.row;
    // The last part of a release ends with the release's own event.
    if (row.state !== 'releasing' || part < last)
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId,
        type: 'transfer_sent',
        data: { leg, amount, part },
      });
  }
  const left = (await transfersOf(tx.db, milestoneId)).filter((t) => t.state !== 'sent');
  const done = row.state === 'releasing' && !left.some((t) => t.leg === 'creator');
  if (done) await finish(tx, row);
  await finishSettlement(tx, row);
  await issueEarnings(tx, row, sent);
  await postAll(tx, posts);
  return { state: done ? 'released' : row.state, left };
}

const keptAs = (reason: string | null) => (reason === 'agreed' ? 'agreed' : 'kill_fee');

/** The creator's share was transferred: the milestone is released. */
async function finish(tx: SystemContext, row: MilestoneRow): Promise<void> {
  const moved = await milestoneMove(tx, row, 'finishRelease', { released_at: tx.clock.now(), deadline_at: null });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'released',
    data: { amount: restOf(row) },
  });
  if (!(await endDealIfOver(tx, moved))) await notifyBoth(tx, moved, 'milestone_released', 'released');
}

/**
 * Documents about the shares that were transferred just now, for each part of the milestone: the creator's invoice over the
 * whole of what was earned with it, and the agency's note of its commission.
 */
async function issueEarnings(tx: SystemContext, row: MilestoneRow, sent: readonly TransferRow[]): Promise<void> {
  for (const part of new Set(sent.map((t) => t.part)))
    await issueEarningsOfPart(
      tx,
      row,
      part,
      sent.filter((t) => t.part === part),
    );
}

async function issueEarningsOfPart(
  tx: SystemContext,
  row: MilestoneRow,
  part: number,
  sent: readonly TransferRow[],
): Promise<void> {
  const creator = sent.find((t) => t.leg === 'creator');
  const agent = sent.find((t) => t.leg === 'agent');
  const legs = (await transfersOf(tx.db, row.id)).filter((t) => t.part === part);
  const parts = (await partsOfMilestone(tx.db, row.id)).length;
  const price = legs.reduce((sum, t) => sum + t.amount, 0);
  const commission = legs.find((t) => t.leg === 'agent')?.amount ?? 0;
  const common = { currency: row.currency, contractId: row.contract_id, milestoneId: row.id };
  // Of a milestone that was cancelled or settled, what comes after the released parts is what the creator keeps of the rest.
  const reason =
    part <= parts
      ? null
      : row.settled_kept !== null
        ? 'settlement'
        : row.state === 'refunding' || row.state === 'refunded'
          ? keptAs(row.refund_reason)
          : null;
  const facts = {
    deal: row.contract_title,
    milestone: row.title,
    seller: row.creator_name,
    price,
    commission,
    reason,
    // Left out of a milestone that is paid at once, so that its documents stay as they were.
    ...(parts > 0 ? { part } : {}),
    ...(await buyerOf(tx, row.brand_org, row.brand_name)),
  };
  if (creator) {
    const { selfBilling, taxStatus, taxBps } = await invoicingOf(tx, row.creator_org);
    const own = { ...common, orgId: row.creator_org, amount: price };
    if (selfBilling) {
      const invoiced = { milestoneId: row.id, issuerOrg: row.creator_org, price };
      const tax = taxBps === null ? null : await taxOfInvoice(tx, { ...invoiced, taxBps });
      const { number } = await issueDocument(tx, {
        ...own,
        kind: 'self_billed_invoice',
        issuerOrg: row.creator_org,
        data: {
          ...facts,
          ...(taxStatus === 'none' ? {} : { sellerTaxStatus: taxStatus }),
          ...(tax === null ? {} : { sellerTaxBps: taxBps, sellerTax: tax }),
        },
      });
      await notifyParty(tx, { ...row, amount: price }, 'brand', 'invoice_issued', number, { number });
    } else {
      // Without the creator's consent nothing is invoiced in its name.
      await issueDocument(tx, { ...own, kind: 'earnings_statement', data: facts });
    }
  }
  if (agent) {
    const payee = partyIn(await partiesOf(tx, [agent.payeeOrg]), agent.payeeOrg).name;
    await issueDocument(tx, {
      ...common,
      kind: 'commission_note',
      orgId: agent.payeeOrg,
      amount: agent.amount,
      data: { ...facts, payee, commissionBps: row.commission_bps },
    });
  }
}
