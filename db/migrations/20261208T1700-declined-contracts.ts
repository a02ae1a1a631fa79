import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate, secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const states = (more: string) => `
  alter table contracts drop constraint contracts_state_check;
  alter table contracts add constraint contracts_state_check
    check (state in ('sent', 'partially_signed', 'active', 'completed', 'cancelled', 'expired', 'voided'${more}))`;

/** A side declines a contract that both have not signed, with a reason that the other side reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(states(`, 'declined'`)).execute(db);
  await sql`
    alter table contracts
      add column declined_side text check (declined_side in ('brand', 'creator')),
      add column decline_reason text,
      add column declined_at timestamptz,
      add constraint contracts_declined check (
        (state = 'declined') = (declined_at is not null)
        and (declined_at is null) = (declined_side is null) and (declined_at is null) = (decline_reason is null));
    -- Who declined, when and why is final.
    create trigger contracts_declined_final before update on contracts for each row
      when (old.declined_at is not null and (old.state, old.declined_side, old.decline_reason, old.declined_at)
        is distinct from (new.state, new.declined_side, new.decline_reason, new.declined_at))
      execute function refuse_change_unless_erasing();
  `.execute(db);
  await mayUpdate(db, 'contracts', ['declined_side', 'decline_reason', 'declined_at']);
  await runSqlFile(db, '20261208T1700-declined-contracts.sql');
  await secureFunction(db, 'void_declined_milestones(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function void_declined_milestones(uuid);
    drop trigger contracts_declined_final on contracts;
    alter table contracts drop constraint contracts_declined;
  `.execute(db);
  await asMaintenance(db, () => sql`update contracts set state = 'voided' where state = 'declined'`.execute(db));
  await sql.raw(states('')).execute(db);
  await runSqlFile(db, '20261208T1700-declined-contracts-down.sql');
  await sql`
    alter table contracts drop column declined_at, drop column decline_reason, drop column declined_side;
  `.execute(db);
}
