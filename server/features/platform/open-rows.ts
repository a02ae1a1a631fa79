import { sql } from 'kysely';
import type { WorkflowType } from '../../../workflows/contracts.ts';
import type { RowRef } from '../outbox/rows.ts';
import type { Db } from '../../../db/client.ts';

/** How long a paid payout is still watched: banks return money days later. A later webhook starts the watch anew. */
export const RETURN_WATCH_MS = 5 * 24 * 3_600_000;

/** Ended milestones with a refund under way: of a late payment, or one that came back and was decided. */
async function endedWithRefund(db: Db, before: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('milestones as m', 'm.id', 'r.milestone_id')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .leftJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select('m.id')
    .distinct()
    .where('m.state', 'in', ['released', 'refunded', 'void'])
    .where('m.updated_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('r.state', 'in', ['claimed', 'pending', 'unknown']),
        eb.and([eb('r.state', '=', 'failed'), eb('d.decided_at', '<', before)]),
      ]),
    )
    .execute();
}

/**
 * Ended milestones that still owe a payee: a commission or a kill fee whose payee cannot be paid yet, or whose transfer
 * is not proven.
 */
async function endedWithTransfer(db: Db, before: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('transfers as t')
    .innerJoin('milestones as m', 'm.id', 't.milestone_id')
    .select('m.id')
    .distinct()
    .where('t.state', '<>', 'sent')
    .where('m.state', 'in', ['released', 'refunded', 'void'])
    .where('m.updated_at', '<', before)
    .execute();
}

/**
 * Rows whose workflow must be running: their next step is a deadline or an act. Only rows that did not move since
 * `before` are listed, the others' commands are still on their way.
 */
const OPEN_ROWS: Record<WorkflowType, (db: Db, input: { before: Date; now: Date }) => Promise<{ id: string }[]>> = {
  escrowLifecycle: async (db, { before }) => [
    ...(await db
      .selectFrom('milestones')
      .select('id')
      .where('state', 'not in', ['proposed', 'released', 'refunded', 'void'])
      .where('updated_at', '<', before)
      .execute()),
    ...(await endedWithRefund(db, before)),
    ...(await endedWithTransfer(db, before)),
  ],
  offerExpiry: (db, { before }) =>
    db
      .selectFrom('offers')
      .select('id')
      .where('state', 'in', ['sent', 'countered'])
      .where('updated_at', '<', before)
      .execute(),
  contractSigning: (db, { before }) =>
    db
      .selectFrom('contracts')
      .select('id')
      .where('state', 'in', ['sent', 'partially_signed'])
      .where('updated_at', '<', before)
      .execute(),
  campaignLifecycle: (db, { before }) =>
    db
      .selectFrom('campaigns')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([
            eb('state', 'in', ['scheduled', 'live', 'paused']),
            eb.or([eb('deadline_at', 'is not', null), eb('application_deadline', 'is not', null)]),
          ]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('applications as a')
              .select('a.campaign_id')
              .where('a.state', 'in', ['submitted', 'shortlisted'])
              .where('a.updated_at', '<', before),
          ),
        ]),
      )
      .where('updated_at', '<', before)
      .execute(),
  payoutDelivery: (db, { before }) =>
    db
      .selectFrom('payouts')
      .select('id')
      .where('state', 'in', ['claimed', 'in_transit', 'unknown'])
      .where('created_at', '<', before)
      .execute(),
  payoutAccountWatch: (db, { before }) =>
    db
      .selectFrom('payout_accounts')
      .select('org_id as id')
      .where('state', 'in', ['started', 'restricted'])
      .where('updated_at', '<', before)
      .execute(),
  verificationCodeExpiry: (db, { before, now }) =>
    db
      .selectFrom('one_time_codes')
      .select('id')
      .where('used_at', 'is', null)
      .where('superseded_at', 'is', null)
      .where('expires_at', '>', now)
      .where('created_at', '<', before)
      .execute(),
  documentExport: (db, { before }) =>
    db
      .selectFrom('document_exports')
      .select('id')
      .where('state', 'in', ['queued', 'collecting', 'ready'])
      .where('updated_at', '<', before)
      .execute(),
  dataExport: (db, { before }) =>
    db
      .selectFrom('data_exports')
      .select('id')
      .where('state', '<>', 'expired')
      .where('updated_at', '<', before)
      .execute(),
  factorRemoval: (db, { before }) =>
    db
      .selectFrom('factor_removals')
      .select('id')
      .where('state', '=', 'planned')
      .where('updated_at', '<', before)
      .execute(),
  moneyCheck: (db, { before }) =>
    db
      .selectFrom('money_checks')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .where('updated_at', '<', before)
      .execute(),
  accountDeletion: (db, { before }) =>
    db
      .selectFrom('deletion_requests')
      .select('id')
      .where('state', 'not in', ['closed', 'cancelled'])
      .where('updated_at', '<', before)
      .execute(),
};

export async function openRows(db: Db, input: { before: Date; now: Date }): Promise<RowRef[]> {
  const found: RowRef[] = [];
  for (const type of Object.keys(OPEN_ROWS) as WorkflowType[]) {
    for (const { id } of await OPEN_ROWS[type](db, input)) found.push({ type, id });
  }
  return found;
}

/** By then a workflow has acted on a deadline that it has read. */
const OVERDUE_MS = 60_000;

/**
 * Rows that their running workflow would have moved by now if it had read them: their deadline passed a minute ago, or
 * a person's decision has had no effect. Held money is for staff to decide, and money on its way is polled by its
 * workflow anyway.
 */
const NEGLECTED_ROWS: Partial<
  Record<WorkflowType, (db: Db, input: { before: Date; overdue: Date }) => Promise<{ id: string }[]>>
> = {
  escrowLifecycle: async (db, { before, overdue }) => [
    ...(await db
      .selectFrom('milestones')
      .select('id')
      .where('state', 'not in', ['proposed', 'released', 'refunded', 'void', 'releasing', 'refunding'])
      .where('deadline_at', '<', overdue)
      .where(sql<boolean>`cardinality(holds) = 0`)
      .execute()),
    ...(await db
      .selectFrom('milestones as m')
      .select('m.id')
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
      .execute()),
    ...(await db
      .selectFrom('refunds as r')
      .innerJoin('operations as o', 'o.op_id', 'r.op_id')
      .innerJoin('refund_decisions as d', (join) =>
        join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
      )
      .select('r.milestone_id as id')
      .where('r.state', '=', 'failed')
      .where('d.decided_at', '<', before)
      .execute()),
  ],
  offerExpiry: (db, { overdue }) =>
    db
      .selectFrom('offers')
      .select('id')
      .where('state', 'in', ['sent', 'countered'])
      .where('deadline_at', '<', overdue)
      .execute(),
  contractSigning: (db, { before, overdue }) =>
    db
      .selectFrom('contracts')
      .select('id')
      .where('state', 'in', ['sent', 'partially_signed'])
      .where((eb) =>
        eb.or([
          eb('deadline_at', '<', overdue),
          eb.and([eb('signed_at', 'is not', null), eb('updated_at', '<', before)]),
        ]),
      )
      .execute(),
  campaignLifecycle: (db, { overdue }) =>
    db
      .selectFrom('campaigns')
      .select('id')
      .where('state', 'in', ['scheduled', 'live', 'paused'])
      .where('deadline_at', '<', overdue)
      .execute(),
  factorRemoval: (db, { overdue }) =>
    db
      .selectFrom('factor_removals')
      .select('id')
      .where('state', '=', 'planned')
      .where('due_at', '<', overdue)
      .execute(),
  accountDeletion: (db, { overdue }) =>
    db
      .selectFrom('deletion_requests')
      .select('id')
      .where('state', '=', 'planned')
      .where('erase_at', '<', overdue)
      .execute(),
};

/** Rows whose running workflow has to read them again. */
export async function neglectedRows(db: Db, { before, now }: { before: Date; now: Date }): Promise<RowRef[]> {
  const overdue = new Date(now.getTime() - OVERDUE_MS);
  const found: RowRef[] = [];
  for (const type of Object.keys(NEGLECTED_ROWS) as WorkflowType[]) {
    for (const { id } of (await NEGLECTED_ROWS[type]?.(db, { before, overdue })) ?? []) found.push({ type, id });
  }
  return found;
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

/**
 * Whether a signal to a closed workflow should start it again. Wider than "must be running": a late payment reaches a
 * void milestone, a payout account that was ready may be disabled, and a bank may return a payout at any time.
 */
export async function mayResume(db: Db, { type, id, now }: RowRef & { now: Date }): Promise<boolean> {
  switch (type) {
    case 'escrowLifecycle': {
      const row = await db.selectFrom('milestones').select('state').where('id', '=', id).executeTakeFirst();
      if (!row || row.state === 'proposed') return false;
      return (
        !['released', 'refunded'].includes(row.state) ||
        (await hasOpenRefund(db, id)) ||
        (await hasOpenTransfer(db, id))
      );
    }
    case 'offerExpiry': {
      const row = await db.selectFrom('offers').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && ['sent', 'countered'].includes(row.state);
    }
    case 'contractSigning': {
      const row = await db.selectFrom('contracts').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && ['sent', 'partially_signed'].includes(row.state);
    }
    case 'campaignLifecycle': {
      const row = await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && row.state !== 'draft';
    }
    case 'payoutDelivery': {
      const row = await db.selectFrom('payouts').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && !['failed', 'returned'].includes(row.state);
    }
    case 'payoutAccountWatch':
      return (
        (await db.selectFrom('payout_accounts').select('org_id').where('org_id', '=', id).executeTakeFirst()) !==
        undefined
      );
    case 'verificationCodeExpiry': {
      const row = await db
        .selectFrom('one_time_codes')
        .select(['used_at', 'superseded_at', 'expires_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined && !row.used_at && !row.superseded_at && row.expires_at > now;
    }
    case 'documentExport': {
      const row = await db.selectFrom('document_exports').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && !['expired', 'cancelled', 'failed'].includes(row.state);
    }
    case 'dataExport': {
      const row = await db.selectFrom('data_exports').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && row.state !== 'expired';
    }
    case 'factorRemoval': {
      const row = await db.selectFrom('factor_removals').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state === 'planned';
    }
    case 'moneyCheck': {
      const row = await db.selectFrom('money_checks').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && ['queued', 'running'].includes(row.state);
    }
    case 'accountDeletion': {
      const row = await db.selectFrom('deletion_requests').select('state').where('id', '=', id).executeTakeFirst();
      return row !== undefined && !['closed', 'cancelled'].includes(row.state);
    }
  }
}
