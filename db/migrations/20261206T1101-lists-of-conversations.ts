import { sql, type Kysely } from 'kysely';

/** For lists of notices, ads, brands, outreach, imports and representations, and for the two sides of a conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notifications_list on notifications (user_id, id desc);
    drop index ads_org;
    create index ads_org on ads (org_id, updated_at desc, id desc, state);
    create index ads_state_of_org on ads (org_id, state);
    drop index ads_live;
    create index ads_live on ads (kind, posted_at desc, id) where state = 'live';
    create index outreach_recipients_list on outreach_recipients (sequence_id, created_at, id);
    drop index import_merges_import;
    create index import_merges_import on import_merges (import_id, created_at desc, id desc);
    drop index imported_creators_import;
    create index imported_creators_import on imported_creators (import_id, created_at desc, id desc);
    drop index representations_agency, representations_creator;
    create index representations_agency on representations (agency_org, created_at desc, id desc);
    create index representations_creator on representations (creator_org, created_at desc, id desc);
    create index representation_requests_of_creator on representation_requests (creator_org, id desc) where state = 'open';
    create index representation_requests_of_agency on representation_requests (agency_org, id desc) where state = 'open';
    create index offers_pair on offers (brand_org, creator_org, created_at desc);
    create index contracts_pair on contracts (brand_org, creator_org, created_at desc);
    drop index visits_brand, visits_creator;
    create index visits_brand on visits (brand_org, starts_at, id);
    create index visits_creator on visits (creator_org, starts_at, id);
    create index submissions_pair on submissions (brand_org, creator_org, submitted_at desc);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index visits_creator, visits_brand;
    create index visits_brand on visits (brand_org, starts_at);
    create index visits_creator on visits (creator_org, starts_at);
    drop index submissions_pair, contracts_pair, offers_pair, representation_requests_of_agency,
      representation_requests_of_creator, representations_creator, representations_agency, imported_creators_import,
      import_merges_import, outreach_recipients_list, ads_live, ads_state_of_org, ads_org, notifications_list;
    create index ads_org on ads (org_id, updated_at desc, id desc);
    create index ads_live on ads (posted_at desc, id desc) where state = 'live';
    create index import_merges_import on import_merges (import_id, "row");
    create index imported_creators_import on imported_creators (import_id);
    create index representations_agency on representations (agency_org, created_at desc);
    create index representations_creator on representations (creator_org);
  `.execute(db);
}
