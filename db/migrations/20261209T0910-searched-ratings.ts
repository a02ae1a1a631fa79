import { sql, type Kysely } from 'kysely';
import { asMaintenance, secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Creators are found by the stars that others may read of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261209T0910-searched-ratings.sql');
  await secureFunction(db, 'refresh_due_ratings()', ['sponsio_worker']);
  await sql`
    create index ratings_due on ratings (visible_at) where author_side = 'brand' and removed_at is null;
    create constraint trigger ratings_searched after insert or update of stars, visible_at, removed_at on ratings
      deferrable initially deferred for each row when (new.author_side = 'brand')
      execute function refresh_changed_creator('creator_org')`.execute(db);
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger ratings_searched on ratings;
    drop index ratings_due;
    drop function refresh_due_ratings()`.execute(db);
  await runSqlFile(db, '20261205T0100-creator-profile.sql');
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}
