import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';

const WAITING = `where state in ('sent', 'partially_signed')`;
const OPEN_OFFER = `where state in ('sent', 'countered')`;

const COUNTS = 'deal_counts(uuid)';

/** What an org's lists and home ask of rows that are open, in the order in which they show them: an org has many more that are over. */
const INDEXES: Record<string, string> = {
  applications_unread: `applications (brand_org, campaign_id) where state = 'submitted'`,
  applications_open: `applications (creator_org) include (brand_org, state) where state in ('submitted', 'shortlisted', 'offered')`,
  campaigns_of_brand: 'campaigns (brand_org, updated_at desc, id desc)',
  contracts_to_sign_brand: `contracts (brand_org, deadline_at, id) ${WAITING}`,
  contracts_to_sign_creator: `contracts (creator_org, deadline_at, id) ${WAITING}`,
  contracts_of_brand: 'contracts (brand_org, state) include (creator_org, agency_org, id)',
  contracts_of_creator: 'contracts (creator_org, state) include (brand_org, agency_org, id)',
  contracts_of_agency:
    'contracts (agency_org, state) include (brand_org, creator_org, id) where agency_org is not null',
  ledger_tx_releases: `ledger_tx (contract_id) where kind = 'release'`,
  milestones_open_brand: `milestones (brand_org, state) where state not in ('proposed', 'released', 'refunded', 'void')`,
  milestones_open_creator: `milestones (creator_org, state) where state not in ('proposed', 'released', 'refunded', 'void')`,
  offers_open_brand: `offers (brand_org, turn, deadline_at, id) ${OPEN_OFFER}`,
  offers_open_creator: `offers (creator_org, turn, deadline_at, id) ${OPEN_OFFER}`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) await sql.raw(`create index ${name} on ${on}`).execute(db);
  await sql
    .raw(`
    set local check_function_bodies = off;
    -- Deals of an org, by contract states, and how many of them have released something; for that org alone.
    create function deal_counts(p_org uuid) returns table (state text, deals int, released int)
      language sql stable security definer set search_path = public, pg_temp as $$
      select c.state, count(*)::int, (count(*) filter (where exists (select from ledger_tx t where t.contract_id = c.id and t.kind = 'release')))::int
        from (select id, state from contracts where brand_org = p_org union all select id, state from contracts where creator_org = p_org
              union all select id, state from contracts where agency_org = p_org) c
        where session_user in ('sponsio_worker') or app_org() = p_org
        group by c.state $$`)
    .execute(db);
  await secureFunction(db, COUNTS, ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function ${COUNTS}`).execute(db);
  for (const name of Object.keys(INDEXES)) await sql.raw(`drop index ${name}`).execute(db);
}
