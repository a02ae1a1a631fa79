import { sql, type Kysely } from 'kysely';
import { reads, secureTable } from '../secure-table.ts';

/**
 * The wording of contracts that were signed before it was part of their text, stored later by the worker. A signed contract
 * itself lets nothing in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contract_wordings (
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      language text not null,
      wording jsonb not null,
      stored_at timestamptz not null,
      primary key (contract_id, language)
    );
    create index contract_wordings_brand on contract_wordings (brand_org);
    create index contract_wordings_creator on contract_wordings (creator_org);
    create index contract_wordings_agency on contract_wordings (agency_org) where agency_org is not null;
    create index contracts_without_wording on contracts (id)
      where signed_at is not null and document->'wordings' is null;
  `.execute(db);
  await secureTable(db, 'contract_wordings', {
    policies: {
      party: reads(
        '(app_org() in (brand_org, creator_org) or (agency_org = app_org() and app_represents(creator_org)))',
      ),
    },
    app: {},
    worker: ['select', 'insert'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index contracts_without_wording;
    drop table contract_wordings;
  `.execute(db);
}
