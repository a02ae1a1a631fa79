import { sql, type Kysely } from 'kysely';
import { asMaintenance, all, withoutForce } from '../secure-table.ts';

const DEAL = 'app_org() in (brand_org, creator_org) or (agency_org = app_org() and app_represents(creator_org))';
// What a creator wrote about its agency stays the agency's to read and to answer when the representation has ended.
const AGENCY = 'representation_id is not null and agency_org = app_org()';

/** A creator rates its agency: a rating that is about a representation instead of a contract. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withoutForce(db, ['ratings', 'representations'], () =>
    sql`
    alter table ratings
      alter column contract_id drop not null,
      alter column brand_org drop not null,
      add column representation_id uuid unique references representations,
      add constraint ratings_subject check (
        case when representation_id is null then contract_id is not null and brand_org is not null
        else contract_id is null and brand_org is null and agency_org is not null and author_side = 'creator' end);
    create index ratings_of_agency on ratings (agency_org, visible_at desc, id desc)
      where representation_id is not null and removed_at is null`.execute(db),
  );
  await sql
    .raw(`drop policy party on ratings; create policy party on ratings ${all(`${DEAL} or (${AGENCY})`)}`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from ratings where representation_id is not null`.execute(db));
  await sql.raw(`drop policy party on ratings; create policy party on ratings ${all(`(${DEAL})`)}`).execute(db);
  await sql`
    drop index ratings_of_agency;
    alter table ratings drop column representation_id;
    alter table ratings alter column contract_id set not null, alter column brand_org set not null`.execute(db);
}
