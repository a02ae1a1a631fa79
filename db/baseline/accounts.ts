import { sql, type Kysely } from 'kysely';
import { all, reads, secureTable } from '../secure-table.ts';

/** Users: profile, sessions, second factors, codes by mail and the counters that slow down attacks. Sign-in itself is in schema auth. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profiles (
      id text primary key,
      display_name text not null,
      user_type text not null check (user_type in ('business', 'influencer', 'influencer_agent')),
      email text not null,
      locale text not null default 'en',
      time_zone text not null default 'Europe/Paris',
      email_verified_at timestamptz,
      created_at timestamptz not null default now(),
      avatar text,
      notices_off text[] not null default '{}',
      email_bounced_at timestamptz,
      terms_version text,
      terms_accepted_at timestamptz,
      constraint profiles_terms_accepted_at check ((terms_version is null) = (terms_accepted_at is null))
    );
    create index profiles_email on profiles (email);
  `.execute(db);
  await secureTable(db, 'profiles', {
    policies: {
      colleagues_read: reads(
        'exists (select from org_members m where m.user_id = profiles.id and m.org_id = app_org())',
      ),
      own: all('id = app_user()'),
    },
    app: {
      insert: true,
      update: [
        'display_name',
        'email',
        'locale',
        'time_zone',
        'email_verified_at',
        'avatar',
        'notices_off',
        'email_bounced_at',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table staff (
      user_id text primary key,
      display_name text not null,
      role text not null check (role in ('support', 'finance', 'trust', 'super')),
      created_at timestamptz not null default now()
    );
  `.execute(db);
  await secureTable(db, 'staff', {
    policies: {
      own: reads('user_id = app_user()'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- What we store of a session ourselves.
    create table session_facts (
      session_id text primary key references auth.session on delete cascade,
      user_id text not null,
      last_seen_at timestamptz not null,
      -- The last proof of identity within this session; step-up asks for a fresh one.
      proved_at timestamptz,
      proved_by text check (proved_by in ('password', 'totp', 'recovery_code', 'passkey')),
      wrong_proofs int not null default 0,
      first_wrong_at timestamptz,
      -- The app's address at which the session was opened, where it is not the main one: links in mails lead there.
      origin text
    );
    create index session_facts_origin on session_facts (user_id, last_seen_at desc);
  `.execute(db);
  await secureTable(db, 'session_facts', {
    policies: {
      own: all('user_id = app_user()'),
    },
    staffReads: false,
    app: { insert: true, update: ['last_seen_at', 'proved_at', 'proved_by', 'wrong_proofs', 'first_wrong_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- The history of sign-ins; it outlives the sessions.
    create table sign_ins (
      id uuid primary key,
      user_id text not null references auth."user" on delete cascade,
      -- Not a foreign key: the history outlives the session.
      session_id text not null,
      method text not null check (method in ('sign_up', 'password', 'totp', 'recovery_code', 'passkey')),
      -- Hash of the device cookie; null without one.
      device text,
      new_device boolean not null,
      -- Shortened to /24 or /48 before it is stored.
      ip_range text,
      user_agent text,
      at timestamptz not null
    );
    create index sign_ins_user on sign_ins (user_id, at desc);
  `.execute(db);
  await secureTable(db, 'sign_ins', {
    policies: {
      own: all('user_id = app_user()'),
    },
    staffReads: false,
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    -- One row for each wrong password. Neither this table nor address_counts holds an address: keys are keyed hashes.
    create table sign_in_attempts (
      id bigint generated always as identity primary key,
      mailbox_key text not null,
      device_key text not null,
      at timestamptz not null default now(),
      cleared_at timestamptz
    );
    create index sign_in_attempts_age on sign_in_attempts (at);
    create index sign_in_attempts_key on sign_in_attempts (mailbox_key, device_key, at desc);
  `.execute(db);
  await secureTable(db, 'sign_in_attempts', {
    policies: {
      anonymous: all("app_kind() = 'anonymous'"),
    },
    staffReads: false,
    app: { insert: true, update: ['cleared_at'], delete: true },
    worker: ['select', 'delete'],
  });

  await sql`
    create table address_counts (
      key text not null,
      window_start timestamptz not null,
      count int not null,
      primary key (key, window_start)
    );
    create index address_counts_age on address_counts (window_start);
  `.execute(db);
  await secureTable(db, 'address_counts', {
    policies: {
      anonymous: all("app_kind() = 'anonymous'"),
    },
    staffReads: false,
    app: { insert: true, update: ['count'], delete: true },
    worker: ['select', 'delete'],
  });

  await sql`
    -- Codes are made for any mailbox on request, so that the answer reveals nothing; the worker looks up whether an account has it.
    create table one_time_codes (
      id uuid primary key,
      purpose text not null check (purpose in ('verify', 'reset', 'delete', 'email')),
      email text not null,
      user_id text,
      tries int not null default 0,
      expires_at timestamptz not null,
      used_at timestamptz,
      superseded_at timestamptz,
      created_at timestamptz not null default now(),
      mail_settled_at timestamptz
    );
    create index one_time_codes_age on one_time_codes (created_at);
    create index one_time_codes_email on one_time_codes (email, purpose, created_at desc);
    create index one_time_codes_expiry on one_time_codes (expires_at);
    create index one_time_codes_user on one_time_codes (user_id, purpose, created_at desc) where user_id is not null;
    create constraint trigger one_time_codes_need_workflow after insert on one_time_codes
      deferrable initially deferred for each row execute function assert_workflow_started('code');
  `.execute(db);
  await secureTable(db, 'one_time_codes', {
    policies: {
      anonymous_or_own: all("app_kind() = 'anonymous' or user_id = app_user()", 'true'),
    },
    app: { insert: true, update: ['tries', 'used_at', 'superseded_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- Codes of authenticators that were used, by a keyed hash, until they expire: the library accepts a code repeatedly.
    create table used_codes (
      key text primary key,
      expires_at timestamptz not null
    );
    create index used_codes_age on used_codes (expires_at);
  `.execute(db);
  await secureTable(db, 'used_codes', {
    policies: {
      anonymous: all("app_kind() = 'anonymous'"),
    },
    staffReads: false,
    app: { insert: true, update: ['expires_at'], delete: true },
    worker: [],
  });

  await sql`
    -- The last second factor of an account is removed a day after the request, unless it is stopped.
    create table factor_removals (
      id uuid primary key,
      user_id text not null references auth."user" on delete cascade,
      -- Null: the authenticator.
      passkey_id text,
      state text not null default 'planned' check (state in ('planned', 'removed', 'stopped', 'replaced')),
      requested_at timestamptz not null,
      due_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index factor_removals_one_open on factor_removals (user_id) where state = 'planned';
    create constraint trigger factor_removals_need_workflow after insert on factor_removals
      deferrable initially deferred for each row execute function assert_workflow_started('factor-removal');
  `.execute(db);
  await secureTable(db, 'factor_removals', {
    policies: {
      own: all('user_id = app_user()'),
    },
    staffReads: false,
    app: { insert: true, update: ['state', 'updated_at', 'ended_at'] },
    worker: ['select'],
  });

  await sql`
    -- Every stored picture has a row, claimed before the file is written. user_id goes with the erasure; the row stays until the file is removed.
    create table avatar_files (
      name text primary key,
      user_id text,
      state text not null check (state in ('claimed', 'shown', 'leftover')),
      claimed_at timestamptz not null
    );
    create index avatar_files_open on avatar_files (claimed_at) where state <> 'shown';
    create index avatar_files_user on avatar_files (user_id) where user_id is not null;
  `.execute(db);
  await secureTable(db, 'avatar_files', {
    policies: {
      own: all('user_id = app_user()'),
    },
    staffReads: false,
    app: { insert: true, update: ['state'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}
