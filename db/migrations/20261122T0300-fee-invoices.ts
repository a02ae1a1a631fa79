import { sql, type Kysely } from 'kysely';

/** The platform invoices its own fee apart from the receipt of a payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table documents drop constraint documents_kind_check;
    alter table documents add constraint documents_kind_check check (kind in ('receipt', 'fee_invoice', 'credit_note', 'self_billed_invoice', 'payout_statement'));
    create index documents_org on documents(org_id, issued_at desc);
  `)
    .execute(db);
}

/** Fee invoices are kept for ever: without them their numbers would have gaps. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index documents_org`).execute(db);
}
