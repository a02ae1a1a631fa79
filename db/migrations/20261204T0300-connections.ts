import { sql, type Kysely } from 'kysely';
import { all, inserts, MEMBER, reads, secureFunction, secureTable, updates } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Accounts on networks that are connected: sign-ins under way, consents with their encrypted tokens, and posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_days
      -- Accounts that saw a post of this account on that day, and followers that came, as the network counts them.
      add column reach bigint check (reach >= 0),
      add column new_followers int;
    alter table social_accounts
      -- When engagement and views were taken, and the shares of the followers; null: with the followers.
      add column posts_as_of timestamptz,
      add column audience_as_of timestamptz`.execute(db);
  await sql`
    -- A sign-in at a network that was begun here. The state travels through the network; only its hash is stored.
    create table connection_attempts (
      id uuid primary key,
      state_hash text not null unique,
      -- Of a cookie of the browser that it was begun in.
      browser_hash text not null,
      network text not null check (network in ('instagram', 'tiktok', 'youtube')),
      user_id text not null,
      org_id uuid not null references orgs,
      return_path text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- The network's code, encrypted, while the browser is signed out.
      held_code text,
      claimed_at timestamptz,
      outcome text,
      refused text[] not null default '{}',
      connection_id uuid
    );
    create index connection_attempts_browser on connection_attempts (browser_hash, network);
    create index connection_attempts_org on connection_attempts (org_id);
    create index connection_attempts_ends on connection_attempts (expires_at)`.execute(db);
  await secureTable(db, 'connection_attempts', {
    // The browser may be signed out when it returns; state and cookie name the user.
    policies: { callback: all("app_kind() = 'system'") },
    staffReads: false,
    app: {
      insert: true,
      update: ['held_code', 'expires_at', 'claimed_at', 'outcome', 'refused', 'connection_id'],
    },
    worker: ['select', 'delete'],
  });

  await sql`
    create table social_connections (
      id uuid primary key,
      org_id uuid not null references orgs,
      user_id text,
      network text not null check (network in ('instagram', 'tiktok', 'youtube')),
      -- consent: by the account's sign-in at the network · public: figures without a consent, the owner proven by a code
      kind text not null check (kind in ('consent', 'public')),
      state text not null check (state in ('unproven', 'active', 'consent_needed', 'ending')),
      remote_id text,
      handle text not null,
      name text not null,
      url text not null,
      -- What the owner puts into the description of the account.
      proof text,
      account_id uuid references social_accounts on delete set null,
      scopes text[] not null default '{}',
      -- Requested and not granted, or taken back.
      refused text[] not null default '{}',
      access_ends_at timestamptz,
      consent_ends_at timestamptz,
      -- When the owner was notified that the consent ends soon.
      warned_at timestamptz,
      refresh_at timestamptz,
      refresh_claimed_at timestamptz,
      next_sync_at timestamptz,
      last_sync_at timestamptz,
      -- Where the next page of posts begins, while posts are being read.
      sync_cursor text,
      sync_pages int not null default 0,
      posts_read int not null default 0,
      posts_total int,
      backfilled_at timestamptz,
      problem text,
      problem_since timestamptz,
      failures int not null default 0,
      -- Who ended it: the owner here, or the account's settings at the network.
      ended_by text check (ended_by in ('owner', 'network')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index social_connections_org on social_connections (org_id, created_at);
    create index social_connections_account on social_connections (account_id);
    -- An account on a network belongs to one org.
    create unique index social_connections_remote on social_connections (network, remote_id) where state in ('active', 'consent_needed');
    create constraint trigger social_connections_need_workflow after insert on social_connections
      deferrable initially deferred for each row when (new.state = 'active') execute function assert_workflow_started('social-account')`.execute(
    db,
  );
  await secureTable(db, 'social_connections', {
    policies: {
      own_reads: reads('org_id = app_org()'),
      own_adds: inserts('org_id = app_org()'),
      own_changes: updates('org_id = app_org()'),
      // What a network reports in a signed call.
      network_reads: reads("app_kind() = 'system'"),
      network_ends: updates("app_kind() = 'system'", "state = 'ending'"),
    },
    app: {
      insert: true,
      update: [
        'kind',
        'state',
        'remote_id',
        'handle',
        'name',
        'url',
        'scopes',
        'refused',
        'access_ends_at',
        'consent_ends_at',
        'refresh_at',
        'refresh_claimed_at',
        'next_sync_at',
        'problem',
        'problem_since',
        'failures',
        'proof',
        'warned_at',
        'ended_by',
        'updated_at',
      ],
    },
    worker: ['select', 'update', 'delete'],
  });

  await sql`
    -- Encrypted with a key that is not in the database. A request adds one; no policy lets it read one. The newest counts.
    create table social_tokens (
      id uuid primary key,
      connection_id uuid not null references social_connections on delete cascade,
      org_id uuid not null references orgs,
      sealed text not null,
      created_at timestamptz not null
    );
    create index social_tokens_connection on social_tokens (connection_id, created_at desc);
    create index social_tokens_org on social_tokens (org_id)`.execute(db);
  await secureTable(db, 'social_tokens', {
    policies: { adds: inserts('org_id = app_org()') },
    staffReads: false,
    app: { insert: true },
    worker: ['select', 'insert', 'delete'],
  });

  await sql`
    create table social_posts (
      account_id uuid not null references social_accounts on delete cascade,
      remote_id text not null,
      at timestamptz not null,
      url text not null,
      text text not null,
      is_video boolean not null,
      likes int not null check (likes >= 0),
      comments int not null check (comments >= 0),
      views bigint check (views >= 0),
      read_at timestamptz not null,
      primary key (account_id, remote_id)
    );
    create index social_posts_newest on social_posts (account_id, at desc)`.execute(db);
  await secureTable(db, 'social_posts', {
    policies: { members_read: reads(MEMBER) },
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- Calls to a network in its window, counted before they are made.
    create table network_calls (
      network text not null,
      -- Account or "app".
      key text not null,
      window_start timestamptz not null,
      used int not null check (used >= 0),
      primary key (network, key, window_start)
    );
    create index network_calls_window on network_calls (window_start)`.execute(db);
  await secureTable(db, 'network_calls', {
    policies: {},
    staffReads: false,
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await runSqlFile(db, '20261204T0300-connections.sql');
  await secureFunction(db, 'social_account_holder(text, text)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function social_account_holder(text, text);
    drop table network_calls; drop table social_posts; drop table social_tokens; drop table social_connections;
    drop table connection_attempts;
    alter table account_days drop column reach, drop column new_followers;
    alter table social_accounts drop column posts_as_of, drop column audience_as_of`.execute(db);
}
