import type { Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Files of db/sql/baseline. */
const FILES = ['session', 'notify', 'guards', 'ledger', 'deals', 'market', 'accounts', 'privacy'];

type Roles = Parameters<typeof secureFunction>[2];
const WORKER: Roles = ['sponsio_worker'];
const APP: Roles = ['sponsio_app'];
const BOTH: Roles = ['sponsio_app', 'sponsio_worker'];

/** Definer functions and the roles that may call them; all other functions run with the rights of their caller. */
const CALLERS: Record<string, Roles> = {
  assert_workflow_started: [],

  ledger_post_all: WORKER,
  brand_money: BOTH,
  contract_balances: BOTH,
  milestone_balances: BOTH,
  milestone_postings: BOTH,
  open_payment_fees: BOTH,
  platform_surplus: BOTH,

  campaign_slots_taken: BOTH,
  completed_deals: BOTH,
  deal_counts: BOTH,
  deals_with: [],
  known_contract_file: BOTH,
  legal_entities_of: BOTH,
  offer_facts: BOTH,
  pictures_of_creators: BOTH,
  pictures_of_people: BOTH,
  representation_of: BOTH,

  brand_payment_facts: BOTH,
  market_page: APP,
  public_figures: BOTH,

  account_of_mailbox: BOTH,
  clear_ended_sessions: WORKER,
  redirect_mails: APP,
  remove_factor: WORKER,
  signed_in: APP,
  staff_mailboxes: WORKER,
  unverified_accounts: WORKER,

  account_export: WORKER,
  clear_audit_log: WORKER,
  delete_farewell_mail: WORKER,
  deletion_status: BOTH,
  erase_person: WORKER,
};

/** Functions come before the tables, whose policies and triggers use them. */
export async function createFunctions(db: Kysely<unknown>): Promise<void> {
  for (const file of FILES) await runSqlFile(db, `baseline/${file}.sql`);
  for (const [name, roles] of Object.entries(CALLERS)) await secureFunction(db, name, roles);
}
