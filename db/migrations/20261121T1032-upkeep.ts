import { sql, type Kysely } from 'kysely';

/** A bank account is known by the provider's name for it; the worker may clear away what is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table payout_accounts add column bank_id text;
    grant delete on workflow_outbox, one_time_codes to sponsio_worker;
    create index workflow_outbox_past on workflow_outbox(dispatched_at) where dispatched_at is not null;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop index workflow_outbox_past;
    revoke delete on workflow_outbox, one_time_codes from sponsio_worker;
    alter table payout_accounts drop column bank_id;
  `)
    .execute(db);
}
