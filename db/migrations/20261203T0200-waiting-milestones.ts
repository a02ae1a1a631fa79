import { sql, type Kysely } from 'kysely';

const TURN_OF_BRAND = `('awaiting_funding', 'funding', 'delivered')`;
const TURN_OF_CREATOR = `('funded', 'changes_requested', 'overdue')`;
const SIDES = ['brand', 'creator', 'agency'] as const;

const indexOf = (side: (typeof SIDES)[number], closed: string): string => `
  drop index milestones_waiting_${side};
  create index milestones_waiting_${side} on milestones (${side}_org, next_at, id)
    where ${side === 'agency' ? 'agency_org is not null and ' : ''}state not in ${closed}
      and state not in ${side === 'brand' ? TURN_OF_BRAND : TURN_OF_CREATOR};`;

/** Milestones of unsigned contracts leave the indexes of waiting deals, which list an unsigned contract by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(SIDES.map((side) => indexOf(side, `('proposed', 'released', 'refunded', 'void')`)).join('\n'))
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SIDES.map((side) => indexOf(side, `('released', 'refunded', 'void')`)).join('\n')).execute(db);
}
