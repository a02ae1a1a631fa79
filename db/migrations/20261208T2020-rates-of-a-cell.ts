import { sql, type Kysely } from 'kysely';

/** Engagement rates are compared among accounts of one network, formula and size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index social_accounts_cell on social_accounts (platform, engagement_formula, followers)
      where source = 'api' and engagement_bps is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index social_accounts_cell`.execute(db);
}
