import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import { REQUESTED_ACTS, type RequestedAct } from '../rules.ts';
import { partyOf, type Reader } from './representations.ts';
import type { RequestState } from '../schema.ts';

const COLUMNS = [
  'id',
  'representation_id',
  'agency_org',
  'creator_org',
  'user_id',
  'user_name',
  'act',
  'subject_id',
  'title',
  'amount',
  'creator_share',
  'agency_share',
  'currency',
  'input',
  'state',
  'created_at',
  'decided_at',
] as const;

const base = (db: Db) => db.selectFrom('representation_requests').select(COLUMNS);
export type RequestRow = Awaited<ReturnType<ReturnType<typeof base>['execute']>>[number];

/** One open request for each act on a record: the caller withdraws the one before. */
export async function insertRequest(db: Db, row: Insertable<DB['representation_requests']>): Promise<void> {
  await db.insertInto('representation_requests').values(row).execute();
}

export async function requestById(db: Db, id: string): Promise<RequestRow | undefined> {
  return base(db).where('id', '=', id).executeTakeFirst();
}

export async function openRequestOf(
  db: Db,
  { act, subjectId }: { act: RequestedAct; subjectId: string },
): Promise<RequestRow | undefined> {
  return base(db)
    .where('act', '=', act)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

export async function openRequestAmong(db: Db, subjectIds: readonly string[]): Promise<boolean> {
  return (
    (await db
      .selectFrom('representation_requests')
      .select('id')
      .where('act', 'in', [...REQUESTED_ACTS])
      .where('subject_id', 'in', [...subjectIds])
      .where('state', '=', 'open')
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** Requests that the reader may see, the newest first. */
export async function requestsOf(
  db: Db,
  {
    reader,
    open,
    subjectId,
    after,
    limit,
  }: { reader: Reader; open: boolean; subjectId: string | undefined; after: string | undefined; limit: number },
): Promise<RequestRow[]> {
  return inIndexOrder(db, () =>
    base(db)
      .where(partyOf(reader), '=', reader.orgId)
      .$if(open, (q) => q.where(sql<boolean>`state = 'open'`))
      .$if(subjectId !== undefined, (q) => q.where('subject_id', '=', subjectId ?? ''))
      .$if(after !== undefined, (q) => q.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  );
}

/** False when it is not open any more. What this transaction has withdrawn itself counts as open: the act does so, once it is done. */
export async function closeRequest(
  db: Db,
  { id, state, by, at }: { id: string; state: Exclude<RequestState, 'open'>; by: string; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('representation_requests')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(state = 'open' or state = 'withdrawn' and xmin = pg_current_xact_id()::xid)`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The creator acted itself, or the representation ended: nothing is left to confirm. */
export async function withdrawRequests(
  db: Db,
  input: { representationId: string; at: Date } | { act: RequestedAct; subjectId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('representation_requests')
    .set({ state: 'withdrawn', decided_at: input.at })
    .where('state', '=', 'open')
    .where(
      'representationId' in input
        ? sql<boolean>`representation_id = ${input.representationId}`
        : sql<boolean>`act = ${input.act} and subject_id = ${input.subjectId}`,
    )
    .execute();
}
