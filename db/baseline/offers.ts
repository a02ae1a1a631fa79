import { sql, type Kysely } from 'kysely';
import { all, PARTY, secureTable } from '../secure-table.ts';

/** Negotiations: an offer, its versions, and how far each user has read its thread. */
export async function createOffers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table offers (
      id uuid primary key,
      campaign_id uuid references campaigns,
      application_id uuid references applications,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      state text not null check (state in ('sent', 'countered', 'accepted', 'declined', 'withdrawn', 'expired')),
      version int not null default 1,
      current_n int not null,
      turn text not null check (turn in ('brand', 'creator')),
      title text not null,
      currency text not null,
      deadline_at timestamptz not null,
      extended boolean not null default false,
      viewed_at timestamptz,
      closed_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (brand_org, request_key)
    );
    create index offers_agency on offers (agency_org, updated_at desc) where agency_org is not null;
    create index offers_application on offers (application_id) where application_id is not null;
    create index offers_brand on offers (brand_org, updated_at desc);
    create index offers_creator on offers (creator_org, updated_at desc);
    -- One open offer for each pair and subject (a campaign or none).
    create unique index offers_one_open on offers (brand_org, creator_org, campaign_id) nulls not distinct
      where state in ('sent', 'countered');
    create index offers_open on offers (updated_at) where state in ('sent', 'countered');
    create index offers_open_brand on offers (brand_org, turn, deadline_at, id) where state in ('sent', 'countered');
    create index offers_open_creator on offers (creator_org, turn, deadline_at, id)
      where state in ('sent', 'countered');
    create unique index offers_open_per_application on offers (application_id)
      where state in ('sent', 'countered', 'accepted');
    create index offers_sent on offers (brand_org, created_at);
    create trigger offers_live after insert or update on offers for each row execute function notify_live();
    create constraint trigger offers_need_workflow after insert on offers
      deferrable initially deferred for each row execute function assert_workflow_started('offer');
  `.execute(db);
  await secureTable(db, 'offers', {
    policies: {
      party: PARTY,
    },
    app: {
      insert: true,
      update: ['state', 'version', 'current_n', 'turn', 'deadline_at', 'extended', 'closed_reason', 'updated_at'],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table offer_versions (
      id uuid primary key,
      offer_id uuid not null references offers,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      n int not null check (n between 1 and 20),
      proposed_by_org uuid not null references orgs,
      proposed_by_user text not null,
      terms jsonb not null,
      terms_hash text not null,
      note text not null default '',
      request_key text,
      created_at timestamptz not null default now(),
      unique (offer_id, n)
    );
    create trigger offer_versions_append_only before update or delete on offer_versions
      for each row execute function refuse_change_unless_erasing();
  `.execute(db);
  await secureTable(db, 'offer_versions', {
    policies: {
      party: PARTY,
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    -- Up to when a user has read a thread.
    create table thread_reads (
      user_id text not null,
      offer_id uuid not null references offers,
      read_at timestamptz not null,
      primary key (user_id, offer_id)
    );
    create index thread_reads_offer on thread_reads (offer_id);
  `.execute(db);
  await secureTable(db, 'thread_reads', {
    policies: {
      own: all('user_id = app_user()'),
    },
    staffReads: false,
    app: { insert: true, update: ['read_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}
