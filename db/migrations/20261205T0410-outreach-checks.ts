import { sql, type Kysely } from 'kysely';
import { mayUpdate, STAFF, updates } from '../secure-table.ts';

const CONSTRAINT = 'held_texts_kind_check';

/** The kinds of held texts as they are now, which other migrations may have extended. */
async function kindsNow(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ def: string }>`
    select pg_get_constraintdef(oid) as def from pg_constraint where conname = ${CONSTRAINT}`.execute(db);
  return [...(rows[0]?.def ?? '').matchAll(/'([a-z_]+)'/gu)].map(([, kind = '']) => kind);
}
async function setKinds(db: Kysely<unknown>, kinds: readonly string[]): Promise<void> {
  await sql
    .raw(
      `alter table held_texts drop constraint ${CONSTRAINT},
        add constraint ${CONSTRAINT} check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`,
    )
    .execute(db);
}

/** The messages of a sequence are checked before its start, and wait for staff where a rule holds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await setKinds(db, [...new Set([...(await kindsNow(db)), 'outreach'])]);
  await sql`
    alter table outreach_sequences
      -- Hash of the messages that staff released; others are checked anew.
      add column released_hash text`.execute(db);
  await mayUpdate(db, 'outreach_sequences', ['released_hash']);
  await sql.raw(`create policy staff_decides on outreach_sequences ${updates(STAFF)}`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop policy staff_decides on outreach_sequences;
    alter table outreach_sequences drop column released_hash`.execute(db);
  await setKinds(
    db,
    (await kindsNow(db)).filter((kind) => kind !== 'outreach'),
  );
}
