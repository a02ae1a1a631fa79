import { sql, type Kysely } from 'kysely';
import { all, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Times at which a brand receives creators at a place, and the visits that creators book. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_slots (
      id uuid primary key,
      brand_org uuid not null references orgs,
      -- The creator of the deal or offer; a slot of an ad is for those who replied to it.
      creator_org uuid references orgs,
      contract_id uuid references contracts,
      offer_id uuid references offers,
      ad_id uuid references ads,
      state text not null check (state in ('open', 'closed')),
      version int not null default 1,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      -- Of the place, by its IANA name.
      time_zone text not null,
      place_name text not null check (length(place_name) between 1 and 80),
      address text not null default '' check (length(address) <= 200),
      city text,
      country text,
      offered text not null default '' check (length(offered) <= 300),
      capacity int not null check (capacity between 1 and 50),
      taken int not null default 0,
      -- Until so many hours before the start a creator may cancel or move a visit.
      cancel_hours int not null check (cancel_hours between 0 and 168),
      request_key text,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (brand_org, request_key),
      check (num_nonnulls(contract_id, offer_id, ad_id) = 1),
      check ((ad_id is null) = (creator_org is not null)),
      check (ends_at > starts_at),
      constraint visit_slots_capacity check (taken between 0 and capacity)
    );
    create index visit_slots_contract on visit_slots (contract_id, starts_at) where contract_id is not null;
    create index visit_slots_offer on visit_slots (offer_id, starts_at) where offer_id is not null;
    create index visit_slots_ad on visit_slots (ad_id, starts_at) where ad_id is not null;
    create index visit_slots_brand on visit_slots (brand_org, starts_at);
    create index visit_slots_creator on visit_slots (creator_org) where creator_org is not null;

    create table visits (
      id uuid primary key,
      slot_id uuid not null references visit_slots,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      contract_id uuid references contracts,
      offer_id uuid references offers,
      state text not null check (state in ('booked', 'arrived', 'cancelled', 'missed')),
      version int not null default 1,
      -- Of the slot; a moved visit counts from when it was moved.
      starts_at timestamptz not null,
      booked_at timestamptz not null,
      -- Hours before the start of the last reminder.
      reminded int,
      tries int not null default 0,
      arrived_by text check (arrived_by in ('code', 'brand')),
      arrived_at timestamptz,
      cancelled_by text check (cancelled_by in ('brand', 'creator', 'system')),
      reason text not null default '' check (length(reason) <= 300),
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((state = 'arrived') = (arrived_at is not null)),
      check ((state = 'cancelled') = (cancelled_by is not null))
    );
    -- One place of a slot for each creator.
    create unique index visits_one_each on visits (slot_id, creator_org) where state <> 'cancelled';
    create index visits_brand on visits (brand_org, starts_at);
    create index visits_creator on visits (creator_org, starts_at);
    create index visits_open on visits (id) where state = 'booked';
    create index visits_contract on visits (contract_id) where contract_id is not null;
    create index visits_offer on visits (offer_id) where offer_id is not null;

    create trigger visits_live after insert or update on visits for each row execute function notify_live();
    create trigger visit_slots_live after insert or update on visit_slots for each row execute function notify_live();
    create constraint trigger visits_need_workflow after insert on visits
      deferrable initially deferred for each row execute function assert_workflow_started('visit')`.execute(db);

  await secureTable(db, 'visits', {
    policies: { party: all('app_org() in (brand_org, creator_org)') },
    app: {
      insert: true,
      update: [
        'slot_id',
        'contract_id',
        'offer_id',
        'state',
        'version',
        'starts_at',
        'booked_at',
        'reminded',
        'tries',
        'arrived_by',
        'arrived_at',
        'cancelled_by',
        'reason',
        'updated_at',
      ],
    },
    worker: ['select', 'update'],
  });
  await secureTable(db, 'visit_slots', {
    policies: {
      own: all('brand_org = app_org()'),
      creator_reads: reads('creator_org = app_org()'),
      repliers_read: reads(
        `ad_id is not null and exists (select from ad_replies r where r.ad_id = visit_slots.ad_id
          and r.replier_org = app_org() and r.state not in ('declined', 'withdrawn'))`,
      ),
      visitors_read: reads(
        'exists (select from visits v where v.slot_id = visit_slots.id and v.creator_org = app_org())',
      ),
    },
    app: { insert: true, update: ['state', 'version', 'updated_at'] },
    worker: ['select', 'update'],
  });
  await runSqlFile(db, '20261205T0300-visits.sql');
  await secureFunction(db, 'visits_count_taken()', []);
  await sql`
    create trigger visits_taken after insert or update of slot_id, state on visits
      for each row execute function visits_count_taken()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table visits, visit_slots; drop function visits_count_taken()`.execute(db);
}
