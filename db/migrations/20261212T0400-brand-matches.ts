import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Rankings of creators follow their brand's profile: its audience is compared, its texts and niches decide who refuses it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261212T0400-brand-matches.sql');
  await secureFunction(db, 'mark_brand_matches_stale()', []);
  await sql`
    create trigger brand_profiles_first_matches after insert on brand_profiles
      for each row execute function mark_brand_matches_stale();
    create trigger brand_profiles_matches after update on brand_profiles
      for each row when ((old.audience, old.niches, old.description) is distinct from (new.audience, new.niches, new.description))
      execute function mark_brand_matches_stale()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger brand_profiles_matches on brand_profiles; drop trigger brand_profiles_first_matches on brand_profiles;
    drop function mark_brand_matches_stale()`.execute(db);
}
