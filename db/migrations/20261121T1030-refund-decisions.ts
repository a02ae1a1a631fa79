import { sql, type Kysely } from 'kysely';

/** A refund that a bank sent back waits for an operator's decision; each attempt is decided once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table refund_decisions (
      op_id text not null references operations,
      attempt int not null,
      decision text not null check (decision in ('send_again', 'paid_by_bank')),
      reference text check (length(reference) between 3 and 140),
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (op_id, attempt),
      check ((decision = 'paid_by_bank') = (reference is not null))
    );
    alter table refund_decisions enable row level security;
    grant select, insert on refund_decisions to sponsio_app, sponsio_worker;
    create policy worker on refund_decisions to sponsio_worker using (true) with check (true);
    create policy staff_reads on refund_decisions for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_decides on refund_decisions for insert to sponsio_app with check (app_kind() = 'staff' and decided_by = app_user());
    create index refunds_milestone on refunds(milestone_id);
    alter table refunds drop constraint refunds_state_check;
    alter table refunds add constraint refunds_state_check check (state in ('claimed', 'pending', 'done', 'unknown', 'failed', 'by_bank'));
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop table refund_decisions;
    drop index refunds_milestone;
    update refunds set state = 'done' where state = 'by_bank';
    alter table refunds drop constraint refunds_state_check;
    alter table refunds add constraint refunds_state_check check (state in ('claimed', 'pending', 'done', 'unknown', 'failed'));
  `)
    .execute(db);
}
