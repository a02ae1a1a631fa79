import { sql } from 'kysely';
import type { ExportScope } from '../../registration.ts';
import type { Db } from '../../../db/client.ts';
import { isParty } from '../../../db/parties.ts';
import { behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import type { HelpMessage } from './schema.ts';

/** The deal when `orgId` is one of its parties. */
export async function dealOf(
  db: Db,
  input: { contractId: string; orgId: string },
): Promise<{ id: string; title: string } | undefined> {
  return db
    .selectFrom('contracts')
    .select(['id', 'title'])
    .where('id', '=', input.contractId)
    .where(isParty('contracts', input.orgId))
    .executeTakeFirst();
}

/** Help cases of the org about the deal: the open one, and how many there were. */
export async function casesOf(
  db: Db,
  input: { contractId: string; orgId: string },
): Promise<{ open: { key: string; openedAt: Date } | null; count: number }> {
  const rows = await db
    .selectFrom('cases')
    .select(['key', 'state', 'opened_at as openedAt'])
    .where('kind', '=', 'help')
    .where('contract_id', '=', input.contractId)
    .where('org_id', '=', input.orgId)
    .execute();
  return { open: rows.find((row) => row.state === 'open') ?? null, count: rows.length };
}

const COLUMNS = ['id', 'from_staff as fromStaff', 'author_name as authorName', 'body', 'created_at as at'] as const;

export async function messagesOf(db: Db, input: { contractId: string; orgId: string }): Promise<HelpMessage[]> {
  return db
    .selectFrom('help_messages')
    .select(COLUMNS)
    .where('contract_id', '=', input.contractId)
    .where('org_id', '=', input.orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertMessage(
  db: Db,
  message: {
    id: string;
    caseId: string;
    contractId: string;
    orgId: string;
    fromStaff: boolean;
    authorUser: string;
    authorName: string;
    body: string;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('help_messages')
    .values({
      id: message.id,
      case_id: message.caseId,
      contract_id: message.contractId,
      org_id: message.orgId,
      from_staff: message.fromStaff,
      author_user: message.authorUser,
      author_name: message.authorName,
      body: message.body,
      created_at: message.at,
    })
    .execute();
}

export interface OpenHelpCase {
  caseId: string;
  contractId: string;
  orgId: string;
  dealTitle: string;
  brandOrg: string;
  creatorOrg: string;
  orgName: string;
  openedAt: Date;
}

const openCases = (db: Db) =>
  db
    .selectFrom('cases as c')
    .innerJoin('contracts as k', 'k.id', 'c.contract_id')
    .innerJoin('orgs as o', 'o.id', 'c.org_id')
    .select([
      'c.id as caseId',
      'k.id as contractId',
      'o.id as orgId',
      'k.title as dealTitle',
      'k.brand_org as brandOrg',
      'k.creator_org as creatorOrg',
      'o.name as orgName',
      'c.opened_at as openedAt',
    ])
    .where('c.kind', '=', 'help')
    .where('c.state', '=', 'open');

/** Open cases of help from a place on, the oldest first. */
export const openHelpCases = (
  db: Db,
  input: { after: ListPlace | null; limit: number },
): Promise<(OpenHelpCase & { place: string })[]> =>
  openCases(db)
    .select(placeTime('c.opened_at').as('place'))
    .where(behind('c.opened_at', 'c.id', 'ascending', input.after))
    .orderBy('c.opened_at')
    .orderBy('c.id')
    .limit(input.limit)
    .execute();
export const openHelpCase = (db: Db, caseId: string): Promise<OpenHelpCase | undefined> =>
  openCases(db).where('c.id', '=', caseId).executeTakeFirst();

export async function messagesOfCases(db: Db, caseIds: string[]): Promise<(HelpMessage & { caseId: string })[]> {
  if (caseIds.length === 0) return [];
  return db
    .selectFrom('help_messages')
    .select([...COLUMNS, 'case_id as caseId'])
    .where('case_id', 'in', caseIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Users who wrote in a case, with their mailboxes, each once. */
export async function requesters(db: Db, caseId: string): Promise<{ userId: string; email: string }[]> {
  return db
    .selectFrom('help_messages as h')
    .innerJoin('profiles as p', 'p.id', 'h.author_user')
    .select(['p.id as userId', 'p.email'])
    .distinct()
    .where('h.case_id', '=', caseId)
    .where('h.from_staff', '=', false)
    .execute();
}

/** Deletes what a person wrote; the case itself stays. */
export async function clearAuthor(db: Db, input: { userId: string; name: string }): Promise<void> {
  await db
    .updateTable('help_messages')
    .set({ body: '', author_user: null, author_name: input.name })
    .where('author_user', '=', input.userId)
    .execute();
}

/** Messages between the org and the operators; the operator's name is the operator's personal data. */
export const helpToExport = ({ userId, orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - case when from_staff then '{author_user}'::text[] else '{}'::text[] end as row from help_messages t where org_id = any(${orgIds}::uuid[]) or author_user = ${userId}`;
