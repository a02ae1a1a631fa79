import { sql, type Kysely } from 'kysely';

/**
 * A card's bank that decides against the platform: since when a milestone's payment is the brand's again, and how much of
 * what the bank took counts as money that goes back to the brand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table milestones add column charged_back_at timestamptz;
    alter table card_disputes add column returned bigint not null default 0 check (returned between 0 and withdrawn)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table card_disputes drop column returned;
    alter table milestones drop column charged_back_at`.execute(db);
}
