import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate, reads, updates, withoutForce } from '../secure-table.ts';

const STATES = (more: string) => `
  alter table parked_decisions drop constraint parked_decisions_state_check;
  alter table parked_decisions add constraint parked_decisions_state_check check (state in ('open', 'done', 'failed'${more}))`;

/** Money that the provider took back from a payee is kept only by a ruling that the payee reads and may appeal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withoutForce(db, ['parked_decisions', 'orgs', 'milestones', 'contracts', 'documents'], () =>
    sql`
      alter table parked_decisions
        -- Whose money it was; null: of decisions that concern no payee.
        add column payee_org uuid references orgs,
        add column contract_id uuid references contracts,
        add column milestone_id uuid references milestones,
        -- What the payee reads.
        add column ruling text check (length(ruling) between 3 and 500),
        -- End of the time to appeal; null: at once.
        add column effective_at timestamptz,
        add column appeal text check (length(appeal) between 3 and 2000),
        add column appealed_by text,
        add column appealed_at timestamptz,
        -- The document that corrects what was issued for the earnings.
        add column document_id uuid references documents,
        add constraint parked_decisions_ruled check ((payee_org is null) = (ruling is null)),
        add constraint parked_decisions_appealed check ((appeal is null) = (appealed_at is null));
      create index parked_decisions_payee on parked_decisions (payee_org) where payee_org is not null;
      create index parked_decisions_contract on parked_decisions (contract_id) where contract_id is not null;
      create index parked_decisions_milestone on parked_decisions (milestone_id) where milestone_id is not null;
      create index parked_decisions_document on parked_decisions (document_id) where document_id is not null;
      drop index parked_decisions_one_per_case;
      create unique index parked_decisions_one_per_case on parked_decisions (case_id) where state in ('open', 'done');
      create trigger parked_decisions_live after insert or update on parked_decisions
        for each row execute function notify_live();
    `.execute(db),
  );
  await sql.raw(STATES(`, 'appealed'`)).execute(db);
  await sql
    .raw(
      `create policy payee_reads on parked_decisions ${reads('payee_org = app_org()')};
      create policy payee_appeals on parked_decisions ${updates(
        `payee_org = app_org() and state = 'open'`,
        `payee_org = app_org() and state = 'appealed'`,
      )}`,
    )
    .execute(db);
  await mayUpdate(db, 'parked_decisions', ['state', 'appeal', 'appealed_by', 'appealed_at', 'ended_at']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop policy payee_appeals on parked_decisions;
      drop policy payee_reads on parked_decisions`,
    )
    .execute(db);
  await asMaintenance(db, () => sql`update parked_decisions set state = 'failed' where state = 'appealed'`.execute(db));
  await sql.raw(STATES('')).execute(db);
  await sql`
    drop trigger parked_decisions_live on parked_decisions;
    drop index parked_decisions_one_per_case;
    create unique index parked_decisions_one_per_case on parked_decisions (case_id) where state <> 'failed';
    revoke update (state, appeal, appealed_by, appealed_at, ended_at) on parked_decisions from sponsio_app;
    alter table parked_decisions drop column payee_org, drop column contract_id, drop column milestone_id,
      drop column ruling, drop column effective_at, drop column appeal, drop column appealed_by,
      drop column appealed_at, drop column document_id;
  `.execute(db);
}
