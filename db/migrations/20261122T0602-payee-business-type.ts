import { sql, type Kysely } from 'kysely';

/** Whether a payee is paid as a person or as a company, as the provider was told; accounts made before were all a person's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table payout_accounts add column business_type text not null default 'individual' check (business_type in ('individual', 'company'))`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table payout_accounts drop column business_type').execute(db);
}
