import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace } from '../../../db/keyset.ts';
import type { ApprovalKind, ApprovalPayload } from './schema.ts';

/** False when one is open for the same subject. */
export async function insertProposal(
  db: Db,
  row: {
    id: string;
    kind: ApprovalKind;
    subject: string;
    payload: ApprovalPayload;
    note: string;
    by: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('staff_approvals')
    .values({
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      payload: JSON.stringify(row.payload),
      note: row.note,
      proposed_by: row.by,
      proposed_at: row.at,
      expires_at: row.expiresAt,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends proposals that were not decided in time. */
export async function expireProposals(db: Db, input: { kind: ApprovalKind; subject: string; at: Date }): Promise<void> {
  await db
    .updateTable('staff_approvals')
    .set({ state: 'expired', decided_at: input.at })
    .where('kind', '=', input.kind)
    .where('subject', '=', input.subject)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', input.at)
    .execute();
}

const proposals = (db: Db) =>
  db
    .selectFrom('staff_approvals as a')
    .leftJoin('staff as s', 's.user_id', 'a.proposed_by')
    .select([
      'a.id',
      'a.kind',
      'a.subject',
      'a.payload',
      'a.note',
      'a.state',
      'a.proposed_by',
      'a.proposed_at',
      'a.expires_at',
      's.display_name as proposed_by_name',
      placeTime('a.proposed_at').as('place'),
      sql<
        string | null
      >`case when a.kind in ('parked_money', 'domain_transfer') then a.subject::uuid when a.kind = 'suspense' then
        (select c.id from cases c where c.kind = 'suspense' and c.key = a.subject) end`.as('case_id'),
      sql<string | null>`case a.kind when 'refund_by_bank' then
        (select m.contract_id from operations o join milestones m on m.id = o.milestone_id where o.op_id = a.subject)
        when 'milestone_termination' then (select m.contract_id from milestones m where m.id = a.subject::uuid)
        when 'dispute_decision' then (select d.contract_id from disputes d where d.id::text = a.subject) end`.as(
        'contract_id',
      ),
    ]);
export type ProposalRow = Awaited<ReturnType<typeof openProposals>>[number];

const open = (db: Db, at: Date) => proposals(db).where('a.state', '=', 'proposed').where('a.expires_at', '>', at);

/** Proposals open for a second staff member, the oldest first. */
export const openProposals = (db: Db, input: { at: Date; after: ListPlace | null; limit: number }) =>
  open(db, input.at)
    .where(behind('a.proposed_at', 'a.id', 'ascending', input.after))
    .orderBy('a.proposed_at')
    .orderBy('a.id')
    .limit(input.limit)
    .execute();

/** Whether a proposal about a subject is open; the worker reads it too. */
export async function isProposed(db: Db, input: { at: Date; kind: ApprovalKind; subject: string }): Promise<boolean> {
  const row = await db
    .selectFrom('staff_approvals')
    .select('id')
    .where('kind', '=', input.kind)
    .where('subject', '=', input.subject)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', input.at)
    .executeTakeFirst();
  return row !== undefined;
}

export const openProposalAbout = (db: Db, input: { at: Date; kind: ApprovalKind; subject: string }) =>
  open(db, input.at).where('a.kind', '=', input.kind).where('a.subject', '=', input.subject).executeTakeFirst();

/** Open proposals of these kinds that another staff member made, up to `cap`. */
export async function countProposals(
  db: Db,
  input: { at: Date; kinds: ApprovalKind[]; notBy: string; cap: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from staff_approvals
      where state = 'proposed' and expires_at > ${input.at} and kind = any(${input.kinds}::text[]) and proposed_by <> ${input.notBy}
      limit ${input.cap}) found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One proposal, locked until commit. */
export async function proposalLocked(db: Db, id: string) {
  return db
    .selectFrom('staff_approvals')
    .select(['id', 'kind', 'subject', 'payload', 'state', 'proposed_by', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** False when it was decided before. */
export async function decideProposal(
  db: Db,
  input: { id: string; state: 'approved' | 'withdrawn' | 'refused'; by: string; note: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_approvals')
    .set({ state: input.state, decided_by: input.by, decided_at: input.at, decision_note: input.note })
    .where('id', '=', input.id)
    .where('state', '=', 'proposed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether one of these people is a member of the org that a matter is about, or of a side of its deal. */
export async function isRelated(
  db: Db,
  of: { userIds: readonly string[]; orgId: string | null; contractId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ related: boolean }>`
    select exists (select from org_members m where m.user_id = any(${[...of.userIds]}::text[])
      and (m.org_id = ${of.orgId}::uuid or exists (select from contracts c where c.id = ${of.contractId}::uuid
        and m.org_id in (c.brand_org, c.creator_org, c.agency_org)))) as related`.execute(db);
  return rows[0]?.related ?? true;
}

/** Ends a proposal whose time is over; undefined where it was decided, or has time left. */
export const endAtItsTime = (
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<{ proposed_by: string; note: string } | undefined> =>
  db
    .updateTable('staff_approvals')
    .set({ state: 'expired', decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', at)
    .returning(['proposed_by', 'note'])
    .executeTakeFirst();

const undecided = (db: Db) => db.selectFrom('staff_approvals').select('id').where('state', '=', 'proposed');

export const openProposalRows = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  undecided(db).where('proposed_at', '<', before).where(nextById('id', page)).orderBy('id').limit(page.limit).execute();

export const overdueProposals = (db: Db, { ids, since }: { ids: string[]; since: Date }): Promise<{ id: string }[]> =>
  undecided(db).where('id', 'in', ids).where('expires_at', '<', since).execute();

export const isOpenProposal = async (db: Db, { id }: { id: string }): Promise<boolean> =>
  (await undecided(db).where('id', '=', id).executeTakeFirst()) !== undefined;
