import { sql, type Kysely } from 'kysely';
import { all, inserts, MEMBER, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** The parties of a deal: brands, creators and agencies, their members and who represents whom. */
export async function createOrgs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orgs (
      id uuid primary key,
      kind text not null check (kind in ('brand', 'creator', 'agency')),
      name text not null,
      slug text not null unique,
      country text,
      city text,
      created_by text not null,
      created_at timestamptz not null default now(),
      suspended_at timestamptz,
      -- Set when its only member was erased; nothing new is agreed with the org.
      closed_at timestamptz
    );
    create index orgs_suspended on orgs (id) where suspended_at is not null;
    create trigger orgs_status after update of suspended_at on orgs
      for each row when (old.suspended_at is distinct from new.suspended_at) execute function notify_org_status();
    create trigger orgs_suspension before update on orgs for each row execute function orgs_guard_suspension();
  `.execute(db);
  await secureTable(db, 'orgs', {
    policies: {
      founder_inserts: inserts("created_by = app_user() and kind <> 'platform'"),
      members_read: reads(MEMBER),
      own: updates('id = app_org()'),
      // The trigger orgs_suspension limits it to suspended_at.
      staff_updates: updates(STAFF),
    },
    app: { insert: true, update: ['name', 'country', 'city', 'suspended_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table org_members (
      org_id uuid not null references orgs,
      user_id text not null,
      role text not null
        check (role in ('owner', 'admin', 'manager', 'finance', 'reviewer', 'viewer', 'agent', 'assistant')),
      created_at timestamptz not null default now(),
      primary key (org_id, user_id)
    );
    create index org_members_user on org_members (user_id);
    create trigger org_members_status after delete or update of role on org_members
      for each row execute function notify_org_status();
  `.execute(db);
  await secureTable(db, 'org_members', {
    policies: {
      founder_inserts: inserts(
        'user_id = app_user() and exists (select from orgs o where o.id = org_members.org_id and o.created_by = app_user())',
      ),
      own_and_colleagues: reads('user_id = app_user() or org_id = app_org()'),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table representations (
      id uuid primary key,
      agency_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      scopes text[] not null default '{}',
      commission_bps int not null check (commission_bps between 0 and 3000),
      valid_from timestamptz not null,
      valid_to timestamptz,
      created_at timestamptz not null default now()
    );
    create index representations_creator on representations (creator_org);
  `.execute(db);
  await secureTable(db, 'representations', {
    policies: {
      party: reads('app_org() in (agency_org, creator_org)'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- Of the birth date only the year is kept.
    create table creator_profiles (
      org_id uuid primary key references orgs,
      handle text not null unique,
      headline text not null default '',
      bio text not null default '',
      niches text[] not null default '{}',
      languages text[] not null default '{}',
      platforms jsonb not null default '[]',
      rates jsonb not null default '[]',
      birth_year int,
      published_at timestamptz,
      updated_at timestamptz not null default now(),
      adult_confirmed_at timestamptz,
      hidden_at timestamptz
    );
  `.execute(db);
  await secureTable(db, 'creator_profiles', {
    policies: {
      founder_inserts: inserts(
        'exists (select from orgs o where o.id = creator_profiles.org_id and o.created_by = app_user())',
      ),
      own: all('org_id = app_org()'),
      members_read: reads(MEMBER),
    },
    app: {
      insert: true,
      update: [
        'handle',
        'headline',
        'bio',
        'niches',
        'languages',
        'platforms',
        'rates',
        'birth_year',
        'published_at',
        'updated_at',
        'adult_confirmed_at',
        'hidden_at',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table billing_profiles (
      org_id uuid primary key references orgs,
      legal_name text not null,
      country text not null,
      tax_id text,
      address text not null default '',
      invoice_email text,
      po_number text,
      updated_at timestamptz not null default now()
    );
  `.execute(db);
  await secureTable(db, 'billing_profiles', {
    policies: {
      own: all('org_id = app_org()'),
    },
    app: {
      insert: true,
      update: ['legal_name', 'country', 'tax_id', 'address', 'invoice_email', 'po_number', 'updated_at'],
    },
    worker: ['select', 'insert', 'update'],
  });
}
