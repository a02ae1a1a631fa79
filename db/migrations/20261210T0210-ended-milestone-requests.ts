import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

const ENDED = `('releasing', 'released', 'refunding', 'refunded', 'settling', 'settled_split', 'void')`;
const ACTS = ['milestone_cancel', 'dispute_open'] as const;

/** A request of an agency to cancel a milestone or to dispute it ends once the milestone does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const act of ACTS)
    await sql
      .raw(
        `create trigger milestones_end_${act} after update of state on milestones for each row
          when (old.state not in ${ENDED} and new.state in ${ENDED}) execute function withdraw_ended_requests('${act}')`,
      )
      .execute(db);
  await asMaintenance(db, () =>
    sql
      .raw(
        `update representation_requests r set state = 'withdrawn', decided_at = m.updated_at from milestones m
          where r.act in (${ACTS.map((act) => `'${act}'`).join(', ')}) and r.state = 'open' and m.id = r.subject_id
            and m.state in ${ENDED}`,
      )
      .execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const act of ACTS) await sql.raw(`drop trigger milestones_end_${act} on milestones`).execute(db);
}
