import { sql, type Insertable, type Updateable } from 'kysely';
import { behind, inIndexOrder, nextById, placeTime, type IdPage, type ListPlace } from '../../../../db/keyset.ts';
import type { Db } from '../../../../db/client.ts';
import type { DB } from '../../../../db/types.ts';
import type { OrgKind } from '../../../context.ts';
import type { Scope } from '../rules.ts';
import type { RepresentationDocument } from '../schema.ts';

const COLUMNS = [
  'r.id',
  'r.agency_org',
  'r.creator_org',
  'r.state',
  'r.invited_email',
  'r.scopes',
  'r.commission_bps',
  'r.valid_from',
  'r.valid_to',
  'r.notice_days',
  'r.answer_until',
  'r.ended_at',
  'r.ended_by',
  'r.listed',
  'r.document',
  'r.document_hash',
  'r.created_at',
] as const;

/** The org that reads, an agency or a creator. */
export interface Reader {
  orgId: string;
  orgKind: OrgKind;
}
export const partyOf = ({ orgKind }: Reader) => (orgKind === 'agency' ? 'agency_org' : 'creator_org');

const base = (db: Db) => db.selectFrom('representations as r').select(COLUMNS);
export type RepresentationRow = Awaited<ReturnType<ReturnType<typeof base>['execute']>>[number];

/** Scopes of the representations under which the agency acts for this creator at `at`, each once. */
export async function scopesInForce(
  db: Db,
  input: { agencyOrg: string; creatorOrg: string; at: Date },
): Promise<Scope[]> {
  const rows = await db
    .selectFrom('representations')
    .select('scopes')
    .where('agency_org', '=', input.agencyOrg)
    .where('creator_org', '=', input.creatorOrg)
    .where('state', 'in', ['active', 'ending'])
    .where('valid_from', '<=', input.at)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', input.at)]))
    .execute();
  return [...new Set(rows.flatMap((row) => row.scopes))];
}

export interface Lookup {
  representation_id: string;
  scopes: Scope[];
  creator_name: string;
  agency_name: string;
  suspended_at: Date | null;
}

/** Under what this person may act for the creator now, as a member of the agency. */
export async function actingFor(
  db: Db,
  input: { userId: string; agencyOrg: string; creatorOrg: string; at: Date },
): Promise<Lookup | undefined> {
  const { rows } = await sql<Lookup>`
    select representation_id, scopes, creator_name, agency_name, suspended_at
    from acting_for(${input.userId}, ${input.agencyOrg}::uuid, ${input.creatorOrg}::uuid, ${input.at})`.execute(db);
  return rows[0];
}

export interface InvitedCreator {
  org_id: string;
  name: string;
  locale: string;
}

export async function creatorOfHandle(db: Db, handle: string): Promise<InvitedCreator | undefined> {
  const { rows } = await sql<InvitedCreator>`
    select org_id, name, locale from creator_to_invite(${handle})`.execute(db);
  return rows[0];
}

/** The invitation by mail is the caller's from now on. */
export async function claimInvitation(db: Db, id: string): Promise<void> {
  await sql`select claim_invitation(${id}::uuid)`.execute(db);
}

export async function shareAPerson(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select share_a_person(${one}::uuid, ${other}::uuid) as shared`.execute(db);
  return rows[0]?.shared ?? false;
}

export async function isRepresented(db: Db, creatorOrg: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select is_represented(${creatorOrg}::uuid) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Serializes answers of one creator, and invitations of one agency to the same person, until the transaction ends. */
export async function lockRepresentation(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`representation:${key}`}, 0))`.execute(db);
}

export async function insertRepresentation(db: Db, row: Insertable<DB['representations']>): Promise<void> {
  await db.insertInto('representations').values(row).execute();
}

export async function updateRepresentation(db: Db, id: string, set: Updateable<DB['representations']>): Promise<void> {
  await db.updateTable('representations').set(set).where('id', '=', id).execute();
}

/** The representation if the reader is a party of it or was invited by mail. */
export async function representationById(db: Db, id: string, lock = false): Promise<RepresentationRow | undefined> {
  return base(db)
    .where('r.id', '=', id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** Whether the agency has an open invitation to, or a running representation of, this creator or mailbox. */
export async function openWith(
  db: Db,
  input: { agencyOrg: string; creatorOrg: string | null; email: string | null },
): Promise<'invited' | 'active' | null> {
  const row = await db
    .selectFrom('representations')
    .select('state')
    .where('agency_org', '=', input.agencyOrg)
    .where('state', 'in', ['invited', 'active', 'ending'])
    .where((eb) =>
      input.creatorOrg ? eb('creator_org', '=', input.creatorOrg) : eb('invited_email', '=', input.email ?? ''),
    )
    .orderBy('state')
    .executeTakeFirst();
  return row ? (row.state === 'invited' ? 'invited' : 'active') : null;
}

/** As in the indexes of the open ones, which a parameter would not match. */
const OPEN = sql<boolean>`r.state in ('invited', 'active', 'ending')`;

/** Those that the reader is a party of, from a place on, the newest first; all of them without a limit. */
export const representationsOf = (
  db: Db,
  {
    reader,
    state,
    after,
    limit,
  }: { reader: Reader; state: 'open' | 'ended'; after: ListPlace | null; limit: number | null },
): Promise<(RepresentationRow & { place: string })[]> =>
  inIndexOrder(db, () =>
    base(db)
      .select(placeTime('r.created_at').as('place'))
      .where(partyOf(reader), '=', reader.orgId)
      .where(state === 'open' ? OPEN : sql<boolean>`not ${OPEN}`)
      .where(behind('r.created_at', 'r.id', 'descending', after))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .$if(limit !== null, (q) => q.limit(limit ?? 0))
      .execute(),
  );

/** Open invitations to this mailbox that no creator has claimed, the newest first; an agency has one of them at most. */
export const invitationsTo = (db: Db, email: string): Promise<RepresentationRow[]> =>
  base(db)
    .where(sql<boolean>`r.state = 'invited' and r.invited_email = ${email.toLowerCase()} and r.creator_org is null`)
    .orderBy('r.created_at', 'desc')
    .execute();

export async function signaturesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('representation_signatures')
    .select(['representation_id', 'side', 'typed_name', 'user_id', 'signed_at'])
    .where('representation_id', 'in', [...ids])
    .orderBy('signed_at')
    .execute();
}

export async function insertSignature(db: Db, row: Insertable<DB['representation_signatures']>): Promise<void> {
  await db.insertInto('representation_signatures').values(row).execute();
}

export const documentOf = (row: Pick<RepresentationRow, 'document'>): RepresentationDocument | null =>
  row.document as unknown as RepresentationDocument | null;

export async function legalNameOf(db: Db, orgId: string): Promise<string | null> {
  const row = await db
    .selectFrom('billing_profiles')
    .select('legal_name')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row && row.legal_name !== '' ? row.legal_name : null;
}

/** For repair and dispatcher: representations whose workflow must be running. */
export async function openRepresentations(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('representations')
    .select('id')
    .where('state', 'in', ['invited', 'active', 'ending'])
    .where('document', 'is not', null)
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueRepresentations(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('representations')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'invited'), eb('answer_until', '<', since)]),
        eb.and([eb('state', 'in', ['active', 'ending']), eb('valid_to', '<', since)]),
      ]),
    )
    .execute();
}

export async function isOpenRepresentation(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('representations')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['invited', 'active', 'ending'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Part of the erasure of a person: the name stays with what was signed. */
export async function blankPerson(db: Db, { userId, name }: { userId: string; name: string }): Promise<void> {
  await db.updateTable('representation_acts').set({ user_name: name }).where('user_id', '=', userId).execute();
  await db.updateTable('representation_requests').set({ user_name: name }).where('user_id', '=', userId).execute();
  await sql`
    update representations set invited_email = 'deleted@' || id
    where invited_email = (select lower(email) from profiles where id = ${userId})`.execute(db);
}
