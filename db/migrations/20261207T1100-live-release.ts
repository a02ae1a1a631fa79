import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const BEFORE = `'proposed', 'awaiting_funding', 'funding', 'funded', 'delivered', 'changes_requested',
  'overdue', 'approved', 'auto_approved', 'clearing', 'releasing', 'released', 'refunding', 'refunded',
  'cancel_requested', 'void', 'disputed', 'settling', 'settled_split'`;
const TIMED = `'awaiting_funding', 'funded', 'changes_requested', 'overdue', 'delivered', 'approved', 'auto_approved', 'clearing', 'cancel_requested'`;
const PAUSED = `'funded', 'changes_requested', 'overdue'`;
const DISPUTED = `'funded', 'delivered', 'changes_requested', 'overdue'`;
const LIVE = `'awaiting_live', 'retention'`;

const setNextAt = (timed: string, paused: string): string => `
  alter table milestones alter column next_at set expression as (coalesce(
    case
      when state = 'funding' then case when deadline_at <= funding_deadline_at then funding_deadline_at end
      when state not in (${timed}) then null
      when state in (${paused}) and holds && array['card_dispute', 'provider_refund', 'staff_hold'] then null
      when state in ('funded', 'changes_requested') and coalesce(work_due_at, due_at) <= deadline_at then coalesce(work_due_at, due_at)
      when state in ('approved', 'auto_approved', 'clearing') and cardinality(holds) > 0 then null
      else deadline_at
    end,
    'infinity'));`;

const setStates = (states: string, disputed: string, how = ''): string => `
  alter table milestones drop constraint milestones_state_check;
  alter table milestones add constraint milestones_state_check check (state in (${states})) ${how};
  alter table disputes drop constraint disputes_prior_state_check;
  alter table disputes add constraint disputes_prior_state_check check (prior_state in (${disputed})) ${how};`;

const STANDARD = {
  posting: { min: 'P1D', fallback: 'P7D', max: 'P14D' },
  retention: { min: 'P7D', fallback: 'P30D', max: 'P45D' },
};
const TEST = {
  posting: { min: 'PT1S', fallback: 'P7D', max: 'P30D' },
  retention: { min: 'PT1S', fallback: 'P30D', max: 'P60D' },
};

/** Money that waits for a live post: two states of a milestone, why a part was released, and the ranges of its clocks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(setStates(`${BEFORE}, ${LIVE}`, `${DISPUTED}, ${LIVE}`)).execute(db);
  await sql.raw(setNextAt(`${TIMED}, ${LIVE}`, `${PAUSED}, ${LIVE}`)).execute(db);
  await sql`
    alter table release_parts add column cause text not null default 'brand' check (cause in ('brand', 'approval', 'live'));
    grant insert on release_parts to sponsio_worker`.execute(db);
  await mayUpdate(db, 'publications', ['retention_ends_at']);
  await runSqlFile(db, '20261207T1100-live-steps.sql');
  await asMaintenance(db, async () => {
    for (const [name, ranges] of Object.entries({ standard: STANDARD, demo: STANDARD, test: TEST }))
      await sql`insert into clock_policies (name, valid_from, ranges)
        values (${`live:${name}`}, '2020-01-01', ${JSON.stringify(ranges)}::jsonb)`.execute(db);
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from clock_policies where name like 'live:%'`.execute(db));
  await sql`
    drop trigger milestones_step_live on milestones;
    drop function milestones_guard_live();
    create or replace trigger milestones_step before update of state on milestones for each row
      when (old.state is distinct from new.state
        and not (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved')
        and 'cancel_requested' not in (old.state, new.state))
      execute function milestones_guard_step();
    revoke update (retention_ends_at) on publications from sponsio_app;
    revoke insert on release_parts from sponsio_worker;
    alter table release_parts drop column cause`.execute(db);
  await sql.raw(setNextAt(TIMED, PAUSED)).execute(db);
  // Rows in the new states keep them.
  await sql.raw(setStates(BEFORE, DISPUTED, 'not valid')).execute(db);
}
