import { sql, type Kysely } from 'kysely';

/** An agency gets a note for each commission that is paid to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table documents drop constraint documents_kind_check;
    alter table documents add constraint documents_kind_check check (kind in ('receipt', 'fee_invoice', 'credit_note', 'self_billed_invoice', 'commission_note', 'payout_statement'));
  `)
    .execute(db);
}

/** Commission notes are kept for ever: without them their numbers would have gaps. */
export async function down(_db: Kysely<unknown>): Promise<void> {}
