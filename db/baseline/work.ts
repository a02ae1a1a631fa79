import { sql, type Kysely } from 'kysely';
import { all, PARTY, reads, secureTable } from '../secure-table.ts';

/** What creators deliver and what both sides write about it. */
export async function createWork(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table submissions (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      n int not null,
      state text not null
        check (state in ('draft', 'submitted', 'changes_requested', 'approved', 'auto_approved', 'withdrawn')),
      caption text not null default '',
      note text not null default '',
      submitted_at timestamptz,
      decided_at timestamptz,
      decided_by text,
      decided_by_name text,
      reason text,
      brief_items text[] not null default '{}',
      created_by text not null,
      created_at timestamptz not null default now(),
      cites_label boolean not null default false,
      cited_comments uuid[] not null default '{}',
      unique (milestone_id, n)
    );
    create index submissions_contract on submissions (contract_id);
    create trigger submissions_live after insert or update on submissions for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'submissions', {
    policies: {
      party: PARTY,
    },
    app: {
      insert: true,
      update: [
        'state',
        'caption',
        'note',
        'submitted_at',
        'decided_at',
        'decided_by',
        'decided_by_name',
        'reason',
        'brief_items',
        'cites_label',
        'cited_comments',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table messages (
      id uuid primary key,
      contract_id uuid references contracts,
      offer_id uuid references offers,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      author_user text not null,
      author_name text not null,
      author_org uuid not null references orgs,
      body text not null,
      created_at timestamptz not null default now(),
      check (contract_id is not null or offer_id is not null)
    );
    create index messages_contract on messages (contract_id, created_at);
    create index messages_offer on messages (offer_id, created_at);
    create index messages_sent on messages (author_org, created_at);
    create trigger messages_live after insert or update on messages for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'messages', {
    policies: {
      party: PARTY,
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table files (
      id uuid primary key,
      org_id uuid not null references orgs,
      submission_id uuid references submissions,
      brand_org uuid,
      creator_org uuid,
      agency_org uuid,
      name text not null,
      mime text not null,
      size bigint not null,
      sha256 text,
      storage_key text not null unique,
      state text not null check (state in ('uploading', 'ready', 'rejected')),
      width int,
      height int,
      duration_ms int,
      created_by text not null,
      created_at timestamptz not null default now(),
      -- The thread that the file was uploaded to, and the message that it was sent with.
      offer_id uuid references offers,
      message_id uuid references messages,
      constraint files_one_parent check (submission_id is null or offer_id is null),
      constraint files_message_in_thread check (message_id is null or offer_id is not null)
    );
    create index files_message on files (message_id);
    create index files_offer on files (offer_id);
    create index files_org on files (org_id) include (size) where state = 'ready';
    create index files_submission on files (submission_id);
    create index files_unsent on files (created_at)
      where offer_id is not null and message_id is null and state = 'ready';
    create index files_uploading on files (created_at) where state = 'uploading';
  `.execute(db);
  await secureTable(db, 'files', {
    policies: {
      party: all('app_org() in (org_id, brand_org, creator_org, agency_org)', 'org_id = app_org()'),
    },
    app: { insert: true, update: ['size', 'sha256', 'state', 'width', 'height', 'duration_ms', 'message_id'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table review_comments (
      id uuid primary key,
      submission_id uuid not null references submissions,
      file_id uuid references files,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      at_ms int,
      x real,
      y real,
      body text not null,
      brief_item text,
      author_user text not null,
      author_name text not null,
      author_org uuid not null references orgs,
      resolved_at timestamptz,
      created_at timestamptz not null default now(),
      reply_to uuid references review_comments
    );
    create index review_comments_replies on review_comments (reply_to) where reply_to is not null;
    create index review_comments_submission on review_comments (submission_id, created_at);
    create trigger review_comments_live after insert or update on review_comments
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'review_comments', {
    policies: {
      party: PARTY,
    },
    app: { insert: true, update: ['resolved_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- The brand's verdict on each item of the brief, for each version of the work.
    create table brief_marks (
      submission_id uuid not null references submissions,
      item text not null check (length(item) between 1 and 200),
      -- Null: the verdict was withdrawn.
      mark text check (mark in ('met', 'asked')),
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      marked_at timestamptz not null,
      primary key (submission_id, item)
    );
  `.execute(db);
  await secureTable(db, 'brief_marks', {
    policies: {
      brand_writes: all('brand_org = app_org()'),
      party_reads: reads('app_org() in (brand_org, creator_org, agency_org)'),
    },
    app: { insert: true, update: ['mark', 'marked_at'] },
    worker: ['select', 'insert', 'update'],
  });
}
