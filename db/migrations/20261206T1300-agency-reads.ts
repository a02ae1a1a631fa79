import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';
import { all, inserts, PARTY, reads, secureFunction } from '../secure-table.ts';

const SIDES = 'app_org() in (brand_org, creator_org)';
const AGENCY = 'agency_org = app_org() and app_represents(creator_org)';
const READS = `(${SIDES} or (${AGENCY}))`;
// What a bank took back of its commission stays readable: its statement of earnings names it.
const READS_EVENTS = `(${SIDES} or (agency_org = app_org() and (type = 'transfer_reversed' or app_represents(creator_org))))`;

/** Tables with one policy for the parties of a deal. */
const PARTY_TABLES = [
  'offers',
  'offer_versions',
  'submissions',
  'review_comments',
  'signatures',
  'contract_files',
  'ratings',
] as const;

interface Policy {
  table: string;
  name: string;
  now: string;
  before: string;
}
const POLICIES: readonly Policy[] = [
  ...PARTY_TABLES.map((table) => ({ table, name: 'party', now: all(READS), before: PARTY })),
  { table: 'escrow_events', name: 'party', now: all(READS_EVENTS, READS), before: PARTY },
  {
    table: 'files',
    name: 'party',
    now: all(`org_id = app_org() or ${READS}`, 'org_id = app_org()'),
    before: all('app_org() in (org_id, brand_org, creator_org, agency_org)', 'org_id = app_org()'),
  },
  {
    table: 'brief_marks',
    name: 'party_reads',
    now: reads(READS),
    before: reads('app_org() in (brand_org, creator_org, agency_org)'),
  },
  {
    table: 'messages',
    name: 'party_reads',
    now: reads(`${READS} and (held_at is null or author_org = app_org())`),
    before: reads('app_org() in (brand_org, creator_org, agency_org) and (held_at is null or author_org = app_org())'),
  },
  {
    table: 'messages',
    name: 'author_writes',
    now: inserts(`author_org = app_org() and ${READS}`),
    before: inserts('author_org = app_org() and app_org() in (brand_org, creator_org, agency_org)'),
  },
];

async function replace(db: Kysely<unknown>, which: 'now' | 'before'): Promise<void> {
  for (const policy of POLICIES)
    await sql
      .raw(
        `drop policy ${policy.name} on ${policy.table}; create policy ${policy.name} on ${policy.table} ${policy[which]}`,
      )
      .execute(db);
}

/**
 * When a representation ends, the agency keeps the commission of what was signed and reads nothing else of those deals.
 * Contracts and milestones stay visible to its statements of earnings; their pages ask for the representation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261206T1300-agency-reads.sql');
  await secureFunction(db, 'app_represents(uuid)', ['sponsio_app', 'sponsio_worker']);
  await replace(db, 'now');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replace(db, 'before');
  await sql`drop function app_represents(uuid)`.execute(db);
}
