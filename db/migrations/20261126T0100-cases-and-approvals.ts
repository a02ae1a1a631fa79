import { sql, type Kysely } from 'kysely';

/** Matters that need a staff member, and decisions that need two of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table cases (
      id uuid primary key,
      kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
      key text not null check (length(key) between 1 and 200),
      state text not null default 'open' check (state in ('open', 'closed')),
      org_id uuid references orgs,
      contract_id uuid references contracts,
      milestone_id uuid references milestones,
      payment_id uuid references payments,
      amount bigint check (amount >= 0),
      currency text,
      due_at timestamptz,
      details jsonb not null default '{}',
      message text check (length(message) <= 4000),
      opened_by text,
      opened_at timestamptz not null,
      closed_at timestamptz,
      closed_by text,
      outcome text,
      note text check (length(note) <= 1000),
      unique (kind, key),
      check ((amount is null) = (currency is null)),
      check ((state = 'closed') = (closed_at is not null))
    );
    -- The two orders of the operators' list; a case without a date comes after all that have one.
    create index cases_open on cases ((coalesce(due_at, 'infinity'::timestamptz)), id) where state = 'open';
    create index cases_closed on cases (closed_at desc, id desc) where state = 'closed';
    create index cases_milestone on cases (milestone_id) where milestone_id is not null;
    create index cases_opened_by on cases (opened_by) where opened_by is not null;
    alter table cases enable row level security;
    grant select, insert on cases to sponsio_app, sponsio_worker;
    grant update (state, closed_at, closed_by, outcome, note) on cases to sponsio_app;
    grant update on cases to sponsio_worker;
    create policy worker on cases to sponsio_worker using (true) with check (true);
    create policy staff_reads on cases for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_closes on cases for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    create policy opens on cases for insert to sponsio_app with check (state = 'open'
      and (app_kind() in ('staff', 'system') or (app_org() is not null and org_id = app_org() and opened_by = app_user())));
    create policy own_help on cases for select to sponsio_app using (kind = 'help' and org_id = app_org());

    create table staff_approvals (
      id uuid primary key,
      kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
      subject text not null check (length(subject) between 1 and 200),
      payload jsonb not null default '{}',
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'withdrawn', 'refused', 'expired')),
      proposed_by text not null,
      proposed_at timestamptz not null,
      note text not null check (length(note) between 3 and 500),
      expires_at timestamptz not null,
      decided_by text,
      decided_at timestamptz,
      decision_note text check (length(decision_note) <= 500),
      check (state = 'proposed' or decided_at is not null),
      check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)),
      check (state <> 'withdrawn' or decided_by = proposed_by)
    );
    create unique index staff_approvals_open on staff_approvals (kind, subject) where state = 'proposed';
    create index staff_approvals_subject on staff_approvals (kind, subject, proposed_at desc);
    alter table staff_approvals enable row level security;
    grant select, insert on staff_approvals to sponsio_app;
    grant update (state, decided_by, decided_at, decision_note) on staff_approvals to sponsio_app;
    grant select on staff_approvals to sponsio_worker;
    create policy worker on staff_approvals to sponsio_worker using (true) with check (true);
    create policy staff_reads on staff_approvals for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_proposes on staff_approvals for insert to sponsio_app
      with check (app_kind() = 'staff' and state = 'proposed' and proposed_by = app_user());
    create policy staff_decides on staff_approvals for update to sponsio_app using (app_kind() = 'staff')
      with check (app_kind() = 'staff' and (decided_by = app_user() or state = 'expired'));

    create function staff_approvals_stand() returns trigger language plpgsql as $$
    begin
      raise exception 'a decision stands' using errcode = 'check_violation';
    end $$;
    create trigger staff_approvals_stand before update on staff_approvals
      for each row when (old.state <> 'proposed') execute function staff_approvals_stand();

    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table cases force row level security;
        alter table staff_approvals force row level security;
      end if;
    end $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table staff_approvals, cases`.execute(db);
  await sql`drop function staff_approvals_stand()`.execute(db);
}
