import { sql, type Kysely } from 'kysely';

/** A creator's invoice has two readers: the creator it was issued for and the brand that buys. Every other document stays with its own org. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create policy buyer on documents for select to sponsio_app
      using (kind = 'self_billed_invoice' and exists (select from contracts c where c.id = documents.contract_id and c.brand_org = app_org()));
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop policy buyer on documents').execute(db);
}
