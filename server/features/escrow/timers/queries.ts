import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { TransferRow } from '../release/queries.ts';

export interface OpenMoney {
  /** Two staff members decided what becomes of suspended money, and it is not done yet. */
  suspenseDecided: boolean;
  /**
   * An unprocessed webhook reports that a payment of this milestone is done, and no other one of its milestones, which a bank
   * is processing, has to end first: whose end is reported by itself.
   */
  paymentReportedDone: boolean;
  /** When the oldest refund that is not settled was claimed. */
  refundSince: Date | null;
  /** One of them needs work at once: its status is unknown, or an operator decided. */
  refundToRead: boolean;
  /** Refunds that came back or were refused; without one to read, no operator has decided about them. */
  refundUndecided: boolean;
  transfers: (Pick<TransferRow, 'leg' | 'state' | 'part'> & { clearsAt: string | null; createdAt?: string })[];
  /** A part that the brand released is not in the books yet. */
  partToEarn: boolean;
}

/** Decisions that are not executed yet about suspended money of a milestone. */
const openSuspense = (db: Db, milestoneId: string) =>
  db
    .selectFrom('suspense_decisions as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .select('p.id')
    .where('p.milestone_id', '=', milestoneId)
    .where('s.state', '=', 'open');

export const isSuspenseDecided = async (db: Db, milestoneId: string): Promise<boolean> =>
  (await openSuspense(db, milestoneId).executeTakeFirst()) !== undefined;

export async function openMoneyOf(db: Db, milestoneId: string): Promise<OpenMoney> {
  const found = await db
    .selectNoFrom((eb) => [
      eb.exists(openSuspense(db, milestoneId)).as('suspenseDecided'),
      eb
        .exists(
          eb
            .selectFrom('psp_events')
            .select('id')
            .where('milestone_id', '=', milestoneId)
            .where('state', '=', 'pending')
            .where('type', '=', 'payment_intent.succeeded').where(sql<boolean>`not exists (
              select from payments own
                join payments line on line.id = own.id or line.lead_id = own.id
                join payments rival on rival.milestone_id = line.milestone_id and rival.state = 'processing'
                where own.milestone_id = psp_events.milestone_id and own.id::text = psp_events.payload->'metadata'->>'payment_id'
                  and own.state not in ('claimed', 'open', 'processing'))`),
        )
        .as('reported'),
      eb
        .selectFrom('refunds')
        .select((q) => q.fn.min('created_at').as('since'))
        .where('milestone_id', '=', milestoneId)
        .where('state', 'not in', ['done', 'failed', 'by_bank'])
        .as('refundSince'),
      eb
        .exists(
          eb.selectFrom('refunds').select('id').where('milestone_id', '=', milestoneId).where('state', '=', 'unknown'),
        )
        .as('unknown'),
      eb
        .selectFrom('refunds as r')
        .innerJoin('operations as o', 'o.op_id', 'r.op_id')
        .leftJoin('refund_decisions as d', (join) =>
          join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
        )
        .select((q) =>
          q.fn.coalesce(q.fn.agg<boolean>('bool_or', [sql`d.op_id is not null`]), sql<boolean>`false`).as('decided'),
        )
        .where('r.milestone_id', '=', milestoneId)
        .where('r.state', '=', 'failed')
        .as('decided'),
      eb
        .exists(
          eb.selectFrom('refunds').select('id').where('milestone_id', '=', milestoneId).where('state', '=', 'failed'),
        )
        .as('failed'),
      jsonArrayFrom(
        eb
          .selectFrom('transfers')
          .select(['leg', 'state', 'part', 'clears_at as clearsAt', 'created_at as createdAt'])
          .where('milestone_id', '=', milestoneId),
      ).as('transfers'),
      eb
        .exists(
          eb
            .selectFrom('release_parts')
            .select('id')
            .where('milestone_id', '=', milestoneId)
            .where('earned_at', 'is', null),
        )
        .as('partToEarn'),
    ])
    .executeTakeFirstOrThrow();
  return {
    suspenseDecided: Boolean(found.suspenseDecided),
    paymentReportedDone: Boolean(found.reported),
    refundSince: found.refundSince,
    refundToRead: Boolean(found.unknown) || Boolean(found.decided),
    refundUndecided: Boolean(found.failed),
    transfers: found.transfers as unknown as OpenMoney['transfers'],
    partToEarn: Boolean(found.partToEarn),
  };
}

/** Whether both sides were notified of a milestone's last day that long before it. */
export async function wasWarned(db: Db, row: Pick<MilestoneRow, 'id' | 'brand_org'>, hours: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('notices')
      .select('id')
      .where('dedupe_key', '=', `hold_ending:${row.id}:${hours}h:${row.brand_org}`)
      .executeTakeFirst()) !== undefined
  );
}

const ENDED = ['released', 'refunded', 'void', 'settled_split'] as const;

/** Ended milestones with a refund under way: of a late payment, or one that came back and was decided. */
async function endedWithRefund(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('milestones as m', 'm.id', 'r.milestone_id')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .leftJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select('m.id')
    .distinct()
    .where('m.state', 'in', [...ENDED])
    .where('m.updated_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('r.state', 'in', ['claimed', 'pending', 'unknown']),
        eb.and([eb('r.state', '=', 'failed'), eb('d.decided_at', '<', before)]),
      ]),
    )
    .where(nextById('m.id', page))
    .orderBy('m.id')
    .limit(page.limit)
    .execute();
}

/**
 * Ended milestones that still owe a payee: a commission or a kill fee whose payee cannot be paid yet, or whose transfer
 * is not proven.
 */
async function endedWithTransfer(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('transfers as t')
    .innerJoin('milestones as m', 'm.id', 't.milestone_id')
    .select('m.id')
    .distinct()
    .where('t.state', '<>', 'sent')
    .where('m.state', 'in', [...ENDED])
    .where('m.updated_at', '<', before)
    .where(nextById('m.id', page))
    .orderBy('m.id')
    .limit(page.limit)
    .execute();
}

export async function openMilestones(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  const moving = await db
    .selectFrom('milestones')
    .select('id')
    .where('state', 'not in', ['proposed', ...ENDED])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
  const found = [
    ...moving,
    ...(await endedWithRefund(db, { before, ...page })),
    ...(await endedWithTransfer(db, { before, ...page })),
  ].map((row) => row.id);
  // Ids as text sort as they do in the database.
  return [...new Set(found)]
    .sort()
    .slice(0, page.limit)
    .map((id) => ({ id }));
}

/** Past their deadline without a hold, in a refund that has not begun, or with a decided refund. */
export async function overdueMilestones(
  db: Db,
  { ids, before, since }: { ids: string[]; before: Date; since: Date },
): Promise<{ id: string }[]> {
  const late = await db
    .selectFrom('milestones')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'not in', ['proposed', ...ENDED, 'releasing', 'refunding', 'disputed', 'settling'])
    .where('deadline_at', '<', since)
    // A card dispute alone does not hold the release of approved work.
    .where(
      sql<boolean>`(holds = '{}' or (state in ('approved', 'auto_approved', 'clearing') and holds <@ array['card_dispute']))`,
    )
    .execute();
  const refundNotBegun = await db
    .selectFrom('milestones as m')
    .select('m.id')
    .where('m.id', 'in', ids)
    .where('m.state', '=', 'refunding')
    .where('m.updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.milestone_id', '=', 'm.id')
            .where('r.reason', '<>', 'late_payment'),
        ),
      ),
    )
    .execute();
  const refundDecided = await db
    .selectFrom('refunds as r')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .innerJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select('r.milestone_id as id')
    .where('r.milestone_id', 'in', ids)
    .where('r.state', '=', 'failed')
    .where('d.decided_at', '<', before)
    .execute();
  return [...late, ...refundNotBegun, ...refundDecided];
}

/** A refund outlives its milestone: a bank may send it back weeks later. */
async function hasOpenRefund(db: Db, milestoneId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('refunds')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', 'not in', ['done', 'by_bank'])
      .executeTakeFirst()) !== undefined
  );
}

async function hasOpenTransfer(db: Db, milestoneId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('transfers')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', '<>', 'sent')
      .executeTakeFirst()) !== undefined
  );
}

export async function milestoneMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('milestones').select('state').where('id', '=', id).executeTakeFirst();
  if (!row || row.state === 'proposed') return false;
  return (
    !['released', 'refunded', 'settled_split'].includes(row.state) ||
    (await hasOpenRefund(db, id)) ||
    (await hasOpenTransfer(db, id))
  );
}
