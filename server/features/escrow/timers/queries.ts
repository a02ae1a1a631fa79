import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../../db/client.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { TransferRow } from '../release/queries.ts';

export interface OpenMoney {
  /** Two staff members decided what becomes of suspended money, and it is not done yet. */
  suspenseDecided: boolean;
  /** An unprocessed webhook reports that a payment of this milestone is done. */
  paymentReportedDone: boolean;
  /** When the oldest refund that is not settled was claimed. */
  refundSince: Date | null;
  /** One of them needs work at once: its status is unknown, or an operator decided. */
  refundToRead: boolean;
  /** Refunds that came back or were refused; without one to read, no operator has decided about them. */
  refundUndecided: boolean;
  transfers: Pick<TransferRow, 'leg' | 'state'>[];
}

export async function openMoneyOf(db: Db, milestoneId: string): Promise<OpenMoney> {
  const found = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('suspense_decisions as s')
            .innerJoin('payments as p', 'p.id', 's.payment_id')
            .select('p.id')
            .where('p.milestone_id', '=', milestoneId)
            .where('s.state', '=', 'open'),
        )
        .as('suspenseDecided'),
      eb
        .exists(
          eb
            .selectFrom('psp_events')
            .select('id')
            .where('milestone_id', '=', milestoneId)
            .where('state', '=', 'pending')
            .where('type', '=', 'payment_intent.succeeded'),
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
      jsonArrayFrom(eb.selectFrom('transfers').select(['leg', 'state']).where('milestone_id', '=', milestoneId)).as(
        'transfers',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    suspenseDecided: Boolean(found.suspenseDecided),
    paymentReportedDone: Boolean(found.reported),
    refundSince: found.refundSince,
    refundToRead: Boolean(found.unknown) || Boolean(found.decided),
    refundUndecided: Boolean(found.failed),
    transfers: found.transfers,
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
