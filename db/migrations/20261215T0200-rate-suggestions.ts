import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/**
 * Price rules move the rates of a creator's card as well. A rate has no id and no version: it is named by its work and
 * currency, and a suggestion holds the price that it had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table price_suggestions alter column package_id drop not null, alter column package_version drop not null,
      add column platform text check (platform in ('instagram', 'tiktok', 'youtube', 'blog', 'ugc')),
      add column format text check (format in ('reel', 'story', 'post', 'video', 'short', 'photos', 'article')),
      -- Either a package or a rate.
      add constraint price_suggestions_target check (num_nonnulls(package_id, platform) = 1
        and (package_id is null) = (package_version is null) and (platform is null) = (format is null));
    create unique index price_suggestions_rate on price_suggestions (org_id, platform, format, currency, day)
      where platform is not null;
    -- The nightly run that moves a rate moves it in the draft of the profile too.
    grant insert, update on creator_profile_drafts to sponsio_worker`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from price_suggestions where platform is not null`.execute(db));
  await sql`
    revoke insert, update on creator_profile_drafts from sponsio_worker;
    drop index price_suggestions_rate;
    alter table price_suggestions drop constraint price_suggestions_target, drop column platform, drop column format,
      alter column package_id set not null, alter column package_version set not null`.execute(db);
}
