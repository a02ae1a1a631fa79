import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Ranges of figures, groups of niches, prices without a reference rate and ratings are found by an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261210T0600-search-steps.sql');
  await sql`
    create trigger creator_search_steps before insert on creator_search for each row execute function add_search_steps();
    create index creator_search_rating on creator_search (rating) where rating is not null`.execute(db);
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger creator_search_steps on creator_search;
    drop function add_search_steps();
    drop function search_steps(creator_search);
    drop function niche_group(text);
    drop function share_step(int);
    drop index creator_search_rating`.execute(db);
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}
