import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** Views of posts that a network gives one post at a time: when they were read, and of how many posts a middle of views is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table social_posts
      -- Null: never read, where the network gives the views of each post by a call of its own.
      add column views_read_at timestamptz;
    alter table social_accounts
      -- Posts that the views were measured on, and when the last of them was read; null: with the posts.
      add column views_counted int check (views_counted >= 0),
      add column views_as_of timestamptz`.execute(db);
  await asMaintenance(db, () =>
    sql`
    update social_posts set views_read_at = read_at where views is not null;
    update social_accounts set views_counted = posts_counted where views is not null;
    -- Accounts whose posts were read without their views are read from the beginning again.
    update social_connections set backfilled_at = null where network = 'instagram' and kind = 'consent'`.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table social_accounts drop column views_counted, drop column views_as_of;
    alter table social_posts drop column views_read_at`.execute(db);
}
