import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const OF_DOCUMENT = `exists (select from documents d where d.id = document_files.document_id)`;

/** Quotes are signed, and files of documents are known by their hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quotes
      -- Ed25519 over the whole quote, of its first line; null: from before quotes were signed.
      add column signature text,
      -- Thumbprint of the key.
      add column signed_by text;
    create table document_files (
      sha256 text primary key,
      document_id uuid not null references documents,
      locale text not null,
      created_at timestamptz not null
    );
    create index document_files_document on document_files (document_id);
  `.execute(db);
  await secureTable(db, 'document_files', {
    policies: { own: reads(OF_DOCUMENT), drawn: inserts(`${OF_DOCUMENT} and app_kind() <> 'staff'`) },
    app: { insert: true },
    worker: ['select', 'insert', 'delete'],
  });
  await runSqlFile(db, '20261209T0110-known-documents.sql');
  await secureFunction(db, 'known_document(text)', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function known_document(text);
    drop table document_files;
    alter table quotes drop column signature, drop column signed_by;
  `.execute(db);
}
