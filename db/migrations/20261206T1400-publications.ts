import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureTable, updates } from '../secure-table.ts';

const PARTIES = 'app_org() in (brand_org, creator_org)';

/** Live posts of milestones, and the looks that were taken at them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table publications (
      id uuid primary key,
      contract_id uuid not null references contracts,
      milestone_id uuid not null unique references milestones,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      version int not null default 1,
      platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'blog')),
      url text not null check (length(url) <= 600),
      -- Accounts of the creator there when the link was given, in small letters.
      handles text[] not null default '{}',
      -- The disclosure label of the contract.
      label text not null,
      state text not null check (state in ('watching', 'failing', 'undecided', 'kept', 'ended', 'stopped')),
      linked_at timestamptz not null,
      -- The last look is then; null where the contract names no retention.
      retention_ends_at timestamptz,
      looks_done int not null default 0,
      misses int not null default 0,
      next_check_at timestamptz,
      -- The brand decides until then.
      decide_until timestamptz,
      outcome text check (outcome in ('live', 'wrong_author', 'no_disclosure', 'removed', 'changed', 'unreachable', 'unclear')),
      detail text,
      checked_at timestamptz,
      passed_at timestamptz,
      -- Of the text that passed first.
      digest text,
      -- Of the text that was seen last.
      seen_digest text,
      -- What the brand, or the end of its time, let count as live.
      accepted_outcome text,
      accepted_digest text,
      decided_by text check (decided_by in ('brand', 'deadline')),
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((state = 'undecided') = (decide_until is not null)),
      check (state not in ('kept', 'ended', 'stopped') or next_check_at is null)
    );
    create index publications_contract on publications (contract_id);
    create index publications_brand on publications (brand_org);
    create index publications_creator on publications (creator_org);
    create index publications_open on publications (id) where state in ('watching', 'failing', 'undecided');
    create trigger publications_live after insert or update on publications for each row execute function notify_live();
    create constraint trigger publications_need_workflow after insert on publications
      deferrable initially deferred for each row execute function assert_workflow_started('publication');

    create table publication_checks (
      id uuid primary key,
      publication_id uuid not null references publications,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      at timestamptz not null,
      url text not null,
      outcome text not null,
      detail text,
      digest text
    );
    create index publication_checks_of on publication_checks (publication_id, at desc, id desc);
    create index publication_checks_brand on publication_checks (brand_org);
    create index publication_checks_creator on publication_checks (creator_org);
  `.execute(db);
  await secureTable(db, 'publications', {
    policies: {
      parties_read: reads(PARTIES),
      creator_links: inserts('creator_org = app_org()'),
      parties_update: updates(PARTIES),
    },
    app: {
      insert: true,
      update: [
        'version',
        'platform',
        'url',
        'handles',
        'state',
        'linked_at',
        'looks_done',
        'misses',
        'next_check_at',
        'decide_until',
        'outcome',
        'detail',
        'passed_at',
        'accepted_outcome',
        'accepted_digest',
        'decided_by',
        'updated_at',
      ],
    },
    worker: ['select', 'update'],
  });
  await secureTable(db, 'publication_checks', {
    policies: { parties_read: reads(PARTIES) },
    app: {},
    worker: ['select', 'insert', 'update'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table publication_checks, publications`.execute(db);
}
