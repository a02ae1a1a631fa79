import { sql, type Kysely } from 'kysely';

const SIDES = ['brand', 'creator', 'agency'] as const;

/** Proposals to cancel are read beside a side's other tasks, in the order of their deadlines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const side of SIDES)
    await sql
      .raw(
        `create index milestones_asked_${side} on milestones (${side}_org, next_at, id)
          where ${side === 'agency' ? 'agency_org is not null and ' : ''}state = 'cancel_requested'`,
      )
      .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const side of SIDES) await sql.raw(`drop index milestones_asked_${side}`).execute(db);
}
