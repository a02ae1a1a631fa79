import type * as z from 'zod';
import type { OrgContext, SystemContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { releasePosting } from '../../ledger/rules.ts';
import type { Post } from '../../ledger/service.ts';
import { fundingPayment } from '../funding/payments.ts';
import { requireGrant } from '../grant.ts';
import { booksOf } from '../milestone/facts.ts';
import { milestoneMove, notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { approveAll } from '../review/service.ts';
import type { DealDto, releasePartInput } from '../schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { perform } from '../act.ts';
import { prepareTransfers } from './prepare.ts';
import { markEarned, partsOfMilestone, readyAccounts } from './queries.ts';
import { partProblem, partSuffix, previewOfPart, restOf, sharesOfPart, type PartOfPrice } from './rules.ts';
import { writePart } from './write-part.ts';

/**
 * The brand releases a part of what is held, before the work is approved; the rest stays held and its clocks run on. All
 * that is held is an approval. Throws input.invalid (amount), escrow.over_release_limit, escrow.on_hold.
 */
export async function releasePart(ctx: OrgContext, input: z.output<typeof releasePartInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'releasePart',
    event: 'part_released',
    eventOf: (moved) => (moved.state === 'approved' ? 'approved' : 'part_released'),
    input,
    async apply(tx, row) {
      const held = restOf(row);
      const problem = partProblem(input.amount, held, row.currency);
      if (problem)
        throw new AppError('input.invalid', { field: 'amount', problem, amountMinor: held, currency: row.currency });
      await requireGrant(tx, row, input.amount, null);
      const { whole, at } = previewOfPart(input.amount, held, {
        now: tx.clock.now(),
        clocks: row.terms.clocks,
        holdEnd: row.hold_expires_at,
      });
      if (whole) return approveAll(tx, row);
      const released = { amount: input.amount, cause: 'brand', clearsAt: at, by: tx.actor.userId } as const;
      const moved = await milestoneMove(tx, row, 'releasePart', { released_parts: row.released_parts + input.amount });
      await writePart(tx, row, moved, released);
      return moved;
    },
  });
}

/** The part that comes after those that were released: all that is left, or `amount` of it. */
export async function nextPart(tx: SystemContext, row: MilestoneRow, amount = restOf(row)): Promise<PartOfPrice> {
  const n = (await partsOfMilestone(tx.db, row.id)).length + 1;
  return { n, from: row.released_parts, to: row.released_parts + amount };
}

/** Of the parts, what the books do not have yet. */
export async function unearnedOf(tx: SystemContext, row: Pick<MilestoneRow, 'id' | 'released_parts'>): Promise<number> {
  if (row.released_parts === 0) return 0;
  return (await partsOfMilestone(tx.db, row.id)).reduce((sum, part) => sum + (part.earned_at ? 0 : part.amount), 0);
}

/**
 * P4 of the parts that the brand released and the books do not have yet: from here on their money belongs to the payees.
 * Their transfers wait until they have cleared. Call it before anything else moves the milestone's money, in the same
 * transaction; returns the postings.
 */
export async function earnParts(tx: SystemContext, row: MilestoneRow): Promise<Post[]> {
  if (row.released_parts === 0) return [];
  const all = await partsOfMilestone(tx.db, row.id);
  const posts: Post[] = [];
  let from = 0;
  for (const part of all) {
    const to = from + part.amount;
    if (!part.earned_at) {
      posts.push(...(await earnPart(tx, row, { n: part.n, from, to }, part.clears_at)));
      await markEarned(tx.db, part.id, tx.clock.now());
    }
    from = to;
  }
  return posts;
}

async function earnPart(tx: SystemContext, row: MilestoneRow, part: PartOfPrice, clearsAt: Date): Promise<Post[]> {
  const payment = await fundingPayment(tx, row.id);
  const shares = sharesOfPart(part, {
    charge: payment,
    commissionBps: row.agency_org ? row.commission_bps : 0,
    currency: row.currency,
  });
  const amount = part.to - part.from;
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'part_release_started',
    data: { amount, n: part.n },
    change: { held: -amount, released: amount },
  });
  await prepareTransfers(tx, row, shares, { n: part.n, clearsAt });
  if (!(await readyAccounts(tx.db, [row.creator_org])).has(row.creator_org))
    await notifyParty(tx, row, 'creator', 'payout_account_needed', `part${part.n}`, { amountMinor: shares.creator });
  return [
    {
      ...releasePosting(booksOf(row, payment.tax_country), shares, {
        creatorOrg: row.creator_org,
        agencyOrg: row.agency_org,
      }),
      opId: `release:${row.id}${partSuffix(part.n)}`,
      contractId: row.contract_id,
      milestoneId: row.id,
    },
  ];
}
