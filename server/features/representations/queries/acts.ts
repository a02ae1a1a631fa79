import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { ActOutcome } from '../schema.ts';
import { partyOf, type Reader } from './representations.ts';

/** Writes an act before it is tried; the same request of the same person is one act. Returns the id of the act's row. */
export async function beginAct(db: Db, row: Insertable<DB['representation_acts']>): Promise<string> {
  const written = await db
    .insertInto('representation_acts')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written) return written.id;
  const before = await underKey(db, row)
    .where('input_hash', '=', row.input_hash ?? '')
    .executeTakeFirstOrThrow();
  return before.id;
}

/** Whether the request key of an act stands for another one, which was done with another input. */
export async function isKeyTaken(db: Db, row: Insertable<DB['representation_acts']>): Promise<boolean> {
  const other = await underKey(db, row)
    .where('input_hash', '<>', row.input_hash ?? '')
    .where('outcome', 'in', ['done', 'asked'])
    .executeTakeFirst();
  return other !== undefined;
}

const underKey = (db: Db, row: Insertable<DB['representation_acts']>) =>
  db
    .selectFrom('representation_acts')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('creator_org', '=', row.creator_org)
    .where('request_key', '=', row.request_key ?? '')
    .where('act', '=', row.act);

/** An act that was done stays done, whatever a repeat of its request is answered. */
export async function finishAct(
  db: Db,
  { id, outcome, code, at }: { id: string; outcome: ActOutcome; code: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable('representation_acts')
    .set({ outcome, code, finished_at: at })
    .where('id', '=', id)
    .where('outcome', 'not in', ['done', 'asked'])
    .execute();
}

export async function actsOf(
  db: Db,
  input: { reader: Reader; representationId: string | undefined; after: string | undefined; limit: number },
) {
  return inIndexOrder(db, () =>
    db
      .selectFrom('representation_acts')
      .select(['id', 'at', 'user_name', 'agency_org', 'creator_org', 'act', 'scope', 'target', 'outcome', 'code'])
      .where(partyOf(input.reader), '=', input.reader.orgId)
      .$if(input.representationId !== undefined, (q) => q.where('representation_id', '=', input.representationId ?? ''))
      .$if(input.after !== undefined, (q) => q.where('id', '<', input.after ?? ''))
      .orderBy('id', 'desc')
      .limit(input.limit)
      .execute(),
  );
}
