import { sql, type Kysely } from 'kysely';
import { reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/**
 * What is kept of an account beside its figures: a picture, a sample of comments with what was counted in it, and for
 * an account that is proven by a code in its description, when the code stood there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table social_accounts
      -- When the owner's code stood in the description; null where the network's own sign-in is the proof, or nothing.
      add column proven_at timestamptz,
      -- When the network's picture was stored; its file is named after the account.
      add column picture_at timestamptz,
      -- Comments in the sample of ninety days, and the shares of them that ask something or repeat another one, in basis points.
      add column comments_counted int check (comments_counted >= 0),
      add column comment_questions_bps int check (comment_questions_bps between 0 and 10000),
      add column comment_repeats_bps int check (comment_repeats_bps between 0 and 10000),
      add column comments_as_of timestamptz;
    alter table social_connections
      -- Where the network has the account's picture, and when it was fetched last.
      add column picture_url text,
      add column picture_read_at timestamptz,
      add column comments_read_at timestamptz`.execute(db);

  await sql`
    create table social_comments (
      account_id uuid not null references social_accounts on delete cascade,
      remote_id text not null,
      post_id text not null,
      at timestamptz not null,
      -- Of the commenter's name, with a key that is not in the database.
      author_hash text not null,
      -- Names that the text mentions are left out.
      text text not null,
      is_question boolean not null,
      read_at timestamptz not null,
      primary key (account_id, remote_id)
    );
    create index social_comments_read on social_comments (read_at)`.execute(db);
  await secureTable(db, 'social_comments', {
    // What strangers wrote is read by the owner of the account alone; others see what was counted.
    policies: {
      own_reads: reads(
        'exists (select from social_accounts a where a.id = social_comments.account_id and a.org_id = app_org())',
      ),
    },
    staffReads: false,
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await runSqlFile(db, '20261205T0400-account-proofs.sql');
  await secureFunction(db, 'social_handle_holder(text, text, boolean)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function social_handle_holder(text, text, boolean);
    drop table social_comments;
    alter table social_connections drop column picture_url, drop column picture_read_at, drop column comments_read_at;
    alter table social_accounts drop column proven_at, drop column picture_at, drop column comments_counted,
      drop column comment_questions_bps, drop column comment_repeats_bps, drop column comments_as_of`.execute(db);
}
