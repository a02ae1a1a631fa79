import { sql, type Kysely } from 'kysely';

const kinds = (list: string): string =>
  `alter table orgs drop constraint orgs_kind_check, add constraint orgs_kind_check check (kind in (${list}))`;

/** The platform is not an org: no row has that kind, and no code expects one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(kinds(`'brand', 'creator', 'agency'`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(kinds(`'brand', 'creator', 'agency', 'platform'`)).execute(db);
}
