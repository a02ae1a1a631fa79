import { sql, type Kysely } from 'kysely';

/** What card banks dispute, what a person decided about suspended money, and since when a milestone's clocks stand still. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table card_disputes (
      id text primary key,
      payment_id uuid not null references payments,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      charge_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      status text not null,
      state text not null check (state in ('open', 'won', 'lost')),
      evidence_due_at timestamptz,
      -- What the card's bank has taken and not given back, in the currency of the provider's balance.
      withdrawn bigint not null default 0 check (withdrawn >= 0),
      withdrawn_currency text,
      -- The milestone's money stands in ESCROW_DISPUTED because of it.
      set_aside boolean not null default false,
      opened_at timestamptz not null,
      updated_at timestamptz not null,
      closed_at timestamptz,
      check ((state = 'open') = (closed_at is null))
    );
    create index card_disputes_milestone on card_disputes (milestone_id);
    create index card_disputes_brand on card_disputes (brand_org);

    create table suspense_decisions (
      payment_id uuid not null references payments,
      attempt int not null check (attempt > 0),
      decision text not null check (decision in ('return', 'accept')),
      approval_id uuid not null references staff_approvals,
      decided_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'done', 'failed')),
      ended_at timestamptz,
      primary key (payment_id, attempt),
      check ((state = 'open') = (ended_at is null))
    );
    create unique index suspense_decisions_open on suspense_decisions (payment_id) where state = 'open';

    alter table milestones add column clock_stopped_at timestamptz;
    create index payments_charge on payments (charge_id) where charge_id is not null;

    alter table card_disputes enable row level security;
    grant select on card_disputes to sponsio_app;
    grant select, insert, update on card_disputes to sponsio_worker;
    create policy worker on card_disputes to sponsio_worker using (true) with check (true);
    create policy staff_reads on card_disputes for select to sponsio_app using (app_kind() = 'staff');

    alter table suspense_decisions enable row level security;
    grant select, insert on suspense_decisions to sponsio_app;
    grant select, update on suspense_decisions to sponsio_worker;
    create policy worker on suspense_decisions to sponsio_worker using (true) with check (true);
    create policy staff_reads on suspense_decisions for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_decides on suspense_decisions for insert to sponsio_app with check (app_kind() = 'staff' and state = 'open');

    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table card_disputes force row level security;
        alter table suspense_decisions force row level security;
      end if;
    end $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop table suspense_decisions, card_disputes;
    alter table milestones drop column clock_stopped_at;
    drop index payments_charge;
  `)
    .execute(db);
}
