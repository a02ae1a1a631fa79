import { sql, type Kysely } from 'kysely';

const STATES = (more: string) => `check (state in ('queued', 'collecting', 'ready', 'expired', 'cancelled'${more}))`;

/** A zip of documents can end without a file; documents that could not be drawn are named. `tries` counts the beginnings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table document_exports drop constraint document_exports_state_check;
    alter table document_exports add constraint document_exports_state_check ${STATES(", 'failed'")};
    alter table document_exports add column missing text[] not null default '{}', add column problem text check (problem in ('nothing_drawn', 'no_room', 'gave_up')), add column tries int not null default 0;
    alter table document_exports add constraint document_exports_failed_why check ((state = 'failed') = (problem is not null));
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table document_exports drop constraint document_exports_failed_why;
    set local role sponsio_maintenance;
    update document_exports set state = 'cancelled' where state = 'failed';
    reset role;
    alter table document_exports drop column missing, drop column problem, drop column tries;
    alter table document_exports drop constraint document_exports_state_check;
    alter table document_exports add constraint document_exports_state_check ${STATES('')};
  `)
    .execute(db);
}
