import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import type { TextKind, TextRule } from './rules.ts';
import type { HeldTextState } from './schema.ts';

export interface Subject {
  kind: TextKind;
  subjectId: string;
}

export interface NewHeldText extends Subject {
  id: string;
  orgId: string;
  userId: string;
  body: string;
  rule: TextRule;
  start: number;
  end: number;
  link: string;
  at: Date;
}

/** Ends what waits of this subject; its author replaced it. */
export async function withdraw(db: Db, { kind, subjectId }: Subject): Promise<void> {
  await db
    .updateTable('held_texts')
    .set({ state: 'withdrawn' })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'held')
    .execute();
}

export async function insertHeldText(db: Db, one: NewHeldText): Promise<void> {
  await db
    .insertInto('held_texts')
    .values({
      id: one.id,
      kind: one.kind,
      subject_id: one.subjectId,
      org_id: one.orgId,
      author_user: one.userId,
      body: one.body,
      rule: one.rule,
      span_start: one.start,
      span_end: one.end,
      link: one.link,
      created_at: one.at,
    })
    .execute();
}

/** The text of this subject that waits for staff. */
export async function waitingText(db: Db, { kind, subjectId }: Subject): Promise<string | undefined> {
  const row = await db
    .selectFrom('held_texts')
    .select('body')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return row?.body;
}

/** What waits for staff, the oldest first. */
export const waitingTexts = (db: Db, input: { after: ListPlace | null; limit: number }) =>
  db
    .selectFrom('held_texts as h')
    .innerJoin('orgs as o', 'o.id', 'h.org_id')
    .select([
      'h.id',
      'h.kind',
      'h.org_id as orgId',
      'o.name as orgName',
      'h.body as text',
      'h.rule',
      'h.span_start as start',
      'h.span_end as end',
      'h.created_at as at',
      placeTime('h.created_at').as('place'),
    ])
    .where('h.state', '=', 'held')
    .where(behind('h.created_at', 'h.id', 'ascending', input.after))
    .orderBy('h.created_at')
    .orderBy('h.id')
    .limit(input.limit)
    .execute();

export async function countWaiting(db: Db, cap: number): Promise<number> {
  const { n } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('held_texts')
        .select(sql`1`.as('one'))
        .where('state', '=', 'held')
        .limit(cap)
        .as('h'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Decides about a text that waits; undefined when none does. */
export const decide = (
  db: Db,
  input: {
    id: string;
    state: Extract<HeldTextState, 'released' | 'removed'>;
    by: string;
    reason: string | null;
    at: Date;
  },
) =>
  db
    .updateTable('held_texts')
    .set({ state: input.state, reason: input.reason, decided_by: input.by, decided_at: input.at })
    .where('id', '=', input.id)
    .where('state', '=', 'held')
    .returning(['kind', 'subject_id as subjectId', 'org_id as orgId', 'body', 'link'])
    .executeTakeFirst();

/** Part of a person's erasure: what the person wrote goes, the decision stays. */
export async function clearAuthor(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('held_texts')
    .set({ body: '', span_start: 0, span_end: 0, state: sql`case when state = 'held' then 'withdrawn' else state end` })
    .where('author_user', '=', userId)
    .execute();
}
