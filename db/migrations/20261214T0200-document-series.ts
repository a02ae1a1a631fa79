import { sql, type Kysely } from 'kysely';
import { asMaintenance, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const replaceKnownDocument = async (db: Kysely<unknown>, file: string): Promise<void> => {
  await sql`drop function known_document(text)`.execute(db);
  await runSqlFile(db, file);
  await secureFunction(db, 'known_document(text)', ['sponsio_app', 'sponsio_worker']);
};

/** The code in the numbers of each org in whose name documents are issued: no two orgs have the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_series (
      org_id uuid primary key references orgs,
      code text not null unique check (code ~ '^[0-9A-F]{6,32}$')
    );
    -- As it stands in the number; null: of the platform.
    alter table documents add column series text;
  `.execute(db);
  await secureTable(db, 'document_series', {
    policies: { own: reads('org_id = app_org()') },
    app: {},
    worker: ['select', 'insert'],
  });
  await asMaintenance(db, async () => {
    // What was issued keeps its number. Of two issuers with one code the first keeps it, the other is given a longer one
    // with its next document.
    await sql`update documents set series = upper(right(issuer_org::text, 6)) where issuer_org is not null`.execute(db);
    await sql`
      insert into document_series(org_id, code)
        select distinct on (series) issuer_org, series from documents where issuer_org is not null
         order by series, issued_at, id`.execute(db);
  });
  await sql`
    alter table documents add constraint documents_series_of_issuer check ((series is null) = (issuer_org is null))
  `.execute(db);
  await replaceKnownDocument(db, '20261214T0200-known-documents.sql');
}

/** Numbers of codes that are longer than six digits are printed with the last six again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await replaceKnownDocument(db, '20261209T0110-known-documents.sql');
  await sql`
    alter table documents drop column series;
    drop table document_series;
  `.execute(db);
}
