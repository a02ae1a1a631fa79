import { sql } from 'kysely';

/**
 * Whether the newest dispute of the milestone of that name in the statement is one that no side opened: it began when two
 * staff members ended the milestone. A scalar, so that each row is looked up by its key.
 */
export const endedByStaff = (milestone: string) =>
  sql<boolean>`coalesce((select d.opened_side is null from disputes d where d.id = ${sql.ref(`${milestone}.dispute_id`)}), false)`;
