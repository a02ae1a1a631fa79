import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { Side } from '../terms/schema.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { ACCEPTED, PREPARING, REVIEWING, SHOWN, type MediaFacts } from './rules.ts';
import type { BriefMark, CommentDto, FileDto, SubmissionState } from './schema.ts';

export interface MilestoneRow {
  id: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  state: MilestoneState;
  version: number;
}

/** The milestone when `orgId` is one of its parties. */
export async function milestoneOf(
  db: Db,
  input: { milestoneId: string; orgId: string },
): Promise<MilestoneRow | undefined> {
  return db
    .selectFrom('milestones')
    .select([
      'id',
      'contract_id as contractId',
      'brand_org as brandOrg',
      'creator_org as creatorOrg',
      'agency_org as agencyOrg',
      'state',
      'version',
    ])
    .where('id', '=', input.milestoneId)
    .where((eb) =>
      eb.or([
        eb('brand_org', '=', input.orgId),
        eb('creator_org', '=', input.orgId),
        eb('agency_org', '=', input.orgId),
      ]),
    )
    .executeTakeFirst();
}

export interface SubmissionRow {
  id: string;
  milestoneId: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  n: number;
  state: SubmissionState;
  caption: string;
  note: string;
  submittedAt: Date | null;
  decidedAt: Date | null;
  decidedByName: string | null;
  reason: string | null;
  briefItems: string[];
  citesLabel: boolean;
  citedComments: string[];
}

const submissions = (db: Db) =>
  db
    .selectFrom('submissions')
    .select([
      'id',
      'milestone_id as milestoneId',
      'contract_id as contractId',
      'brand_org as brandOrg',
      'creator_org as creatorOrg',
      'agency_org as agencyOrg',
      'n',
      'state',
      'caption',
      'note',
      'submitted_at as submittedAt',
      'decided_at as decidedAt',
      'decided_by_name as decidedByName',
      'reason',
      'brief_items as briefItems',
      'cites_label as citesLabel',
      'cited_comments as citedComments',
    ])
    .$narrowType<{ state: SubmissionState }>();

/** The submission when `orgId` may see it: its makers always, the brand once it was submitted. */
export async function submissionOf(
  db: Db,
  input: { submissionId: string; orgId: string; lock?: boolean },
): Promise<SubmissionRow | undefined> {
  const query = submissions(db)
    .where('id', '=', input.submissionId)
    .where((eb) =>
      eb.or([
        eb('creator_org', '=', input.orgId),
        eb('agency_org', '=', input.orgId),
        eb.and([eb('brand_org', '=', input.orgId), eb('state', 'in', SHOWN)]),
      ]),
    );
  return (input.lock ? query.forUpdate() : query).executeTakeFirst();
}

/** All versions of a milestone's work, newest first; without drafts for the brand. */
export async function submissionsOf(db: Db, input: { milestoneId: string; drafts: boolean }): Promise<SubmissionRow[]> {
  return submissions(db)
    .where('milestone_id', '=', input.milestoneId)
    .$if(!input.drafts, (q) => q.where('state', 'in', SHOWN))
    .orderBy('n', 'desc')
    .execute();
}

/** Makes the draft that follows the newest version; does nothing when it exists already. */
export async function insertDraft(
  db: Db,
  draft: { id: string; milestone: MilestoneRow; n: number; caption: string; createdBy: string; at: Date },
): Promise<void> {
  const { milestone: m } = draft;
  await db
    .insertInto('submissions')
    .values({
      id: draft.id,
      milestone_id: m.id,
      contract_id: m.contractId,
      brand_org: m.brandOrg,
      creator_org: m.creatorOrg,
      agency_org: m.agencyOrg,
      n: draft.n,
      state: 'draft',
      caption: draft.caption,
      created_by: draft.createdBy,
      created_at: draft.at,
    })
    .onConflict((c) => c.columns(['milestone_id', 'n']).doNothing())
    .execute();
}

export async function updateDraft(
  db: Db,
  input: { submissionId: string; caption: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ caption: input.caption, note: input.note })
    .where('id', '=', input.submissionId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSubmitted(db: Db, input: { submissionId: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ state: 'submitted', submitted_at: input.at })
    .where('id', '=', input.submissionId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface FileRow {
  id: string;
  submissionId: string | null;
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

const FILE_COLUMNS = [
  'id',
  'submission_id as submissionId',
  'name',
  'mime',
  'size',
  'sha256',
  'width',
  'height',
  'duration_ms as durationMs',
] as const;

export const toFile = (row: FileRow): FileDto => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  sha256: row.sha256,
  url: `/files/${row.id}`,
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
});

/** Finished files of these submissions, oldest first, keyed by submission. */
export async function filesOf(db: Db, input: { submissionIds: string[] }): Promise<Map<string, FileDto[]>> {
  const found = new Map<string, FileDto[]>();
  if (input.submissionIds.length === 0) return found;
  const rows = await db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('submission_id', 'in', input.submissionIds)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const row of rows) found.set(row.submissionId!, [...(found.get(row.submissionId!) ?? []), toFile(row)]);
  return found;
}

export interface StoredFile extends FileRow {
  storageKey: string;
}

/** A finished file when `orgId` may see it: the org that uploaded it, and the brand once the work was submitted. */
export async function storedFile(db: Db, input: { fileId: string; orgId: string }): Promise<StoredFile | undefined> {
  return db
    .selectFrom('files as f')
    .innerJoin('submissions as s', 's.id', 'f.submission_id')
    .select([
      'f.id',
      'f.submission_id as submissionId',
      'f.name',
      'f.mime',
      'f.size',
      'f.sha256',
      'f.width',
      'f.height',
      'f.duration_ms as durationMs',
      'f.storage_key as storageKey',
    ])
    .where('f.id', '=', input.fileId)
    .where('f.state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb('s.creator_org', '=', input.orgId),
        eb('s.agency_org', '=', input.orgId),
        eb.and([eb('s.brand_org', '=', input.orgId), eb('s.state', 'in', SHOWN)]),
      ]),
    )
    .executeTakeFirst();
}

/** Files that take a place in the submission: finished ones and uploads that can still be running. */
export async function countFiles(db: Db, input: { submissionId: string; runningSince: Date }): Promise<number> {
  const { n } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('submission_id', '=', input.submissionId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'ready'),
        eb.and([eb('state', '=', 'uploading'), eb('created_at', '>', input.runningSince)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** Bytes that an org's finished files take. */
export async function bytesOf(db: Db, orgId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('size'), eb.val('0')).as('bytes'))
    .where('org_id', '=', orgId)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** What a file belongs to: a version of the work, or a conversation. */
export interface FilePlace {
  submissionId: string | null;
  offerId: string | null;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
}

export async function insertUploading(
  db: Db,
  file: {
    id: string;
    place: FilePlace;
    orgId: string;
    name: string;
    mime: string;
    storageKey: string;
    createdBy: string;
    at: Date;
  },
): Promise<void> {
  const { place: p } = file;
  await db
    .insertInto('files')
    .values({
      id: file.id,
      org_id: file.orgId,
      submission_id: p.submissionId,
      offer_id: p.offerId,
      brand_org: p.brandOrg,
      creator_org: p.creatorOrg,
      agency_org: p.agencyOrg,
      name: file.name,
      mime: file.mime,
      size: 0,
      storage_key: file.storageKey,
      state: 'uploading',
      created_by: file.createdBy,
      created_at: file.at,
    })
    .execute();
}

export async function finishFile(
  db: Db,
  input: { fileId: string; size: number; sha256: string; facts: MediaFacts },
): Promise<FileDto | undefined> {
  const row = await db
    .updateTable('files')
    .set({
      state: 'ready',
      size: input.size,
      sha256: input.sha256,
      width: input.facts.width,
      height: input.facts.height,
      duration_ms: input.facts.durationMs,
    })
    .where('id', '=', input.fileId)
    .where('state', '=', 'uploading')
    .returning(FILE_COLUMNS)
    .executeTakeFirst();
  return row && toFile(row);
}

/** The finished file of that name and content. */
export async function fileLike(
  db: Db,
  input: { submissionId: string; name: string; sha256: string },
): Promise<FileDto | undefined> {
  const row = await db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('submission_id', '=', input.submissionId)
    .where('state', '=', 'ready')
    .where('name', '=', input.name)
    .where('sha256', '=', input.sha256)
    .executeTakeFirst();
  return row && toFile(row);
}

/** Takes a file out of its submission. False when it already was. */
export async function rejectFile(db: Db, input: { fileId: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'rejected' })
    .where('id', '=', input.fileId)
    .where('state', '!=', 'rejected')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Files of a conversation that were not sent: from now on treated as abandoned uploads. */
export async function abandonUnsent(db: Db, input: { before: Date }): Promise<void> {
  await db
    .updateTable('files')
    .set({ state: 'uploading' })
    .where('offer_id', 'is not', null)
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .where('created_at', '<', input.before)
    .execute();
}

/** Abandoned uploads, e.g. because the process was killed. */
export async function abandonedUploads(
  db: Db,
  input: { before: Date; limit: number },
): Promise<{ id: string; storageKey: string }[]> {
  return db
    .selectFrom('files')
    .select(['id', 'storage_key as storageKey'])
    .where('state', '=', 'uploading')
    .where('created_at', '<', input.before)
    .limit(input.limit)
    .execute();
}

/** Marks of the brief's items in these submissions. */
export async function marksOf(
  db: Db,
  input: { submissionIds: string[] },
): Promise<{ submissionId: string; item: string; mark: BriefMark }[]> {
  if (input.submissionIds.length === 0) return [];
  const rows = await db
    .selectFrom('brief_marks')
    .select(['submission_id as submissionId', 'item', 'mark'])
    .where('submission_id', 'in', input.submissionIds)
    .where('mark', 'is not', null)
    .orderBy('item')
    .execute();
  return rows as { submissionId: string; item: string; mark: BriefMark }[];
}

export async function setMark(
  db: Db,
  input: { submission: SubmissionRow; item: string; mark: BriefMark | null; at: Date },
): Promise<void> {
  const { submission: s, item, mark, at } = input;
  await db
    .insertInto('brief_marks')
    .values({
      submission_id: s.id,
      item,
      mark,
      brand_org: s.brandOrg,
      creator_org: s.creatorOrg,
      agency_org: s.agencyOrg,
      marked_at: at,
    })
    .onConflict((c) => c.columns(['submission_id', 'item']).doUpdateSet({ mark, marked_at: at }))
    .execute();
}

/** A comment of this milestone's work, whatever its version. */
export async function commentOf(
  db: Db,
  input: { commentId: string; milestoneId: string },
): Promise<{ id: string; submissionId: string; replyTo: string | null } | undefined> {
  return db
    .selectFrom('review_comments as r')
    .innerJoin('submissions as s', 's.id', 'r.submission_id')
    .select(['r.id', 'r.submission_id as submissionId', 'r.reply_to as replyTo'])
    .where('r.id', '=', input.commentId)
    .where('s.milestone_id', '=', input.milestoneId)
    .executeTakeFirst();
}

export interface CommentRow {
  id: string;
  submissionId: string;
  fileId: string | null;
  atMs: number | null;
  x: number | null;
  y: number | null;
  body: string;
  briefItem: string | null;
  replyTo: string | null;
  authorUser: string;
  authorName: string;
  authorOrg: string;
  brandOrg: string;
  resolvedAt: Date | null;
  at: Date;
}

const COMMENT_COLUMNS = [
  'id',
  'submission_id as submissionId',
  'file_id as fileId',
  'at_ms as atMs',
  'x',
  'y',
  'body',
  'brief_item as briefItem',
  'reply_to as replyTo',
  'author_user as authorUser',
  'author_name as authorName',
  'author_org as authorOrg',
  'brand_org as brandOrg',
  'resolved_at as resolvedAt',
  'created_at as at',
] as const;

export function toComment(row: CommentRow, userId: string, pictures: ReadonlyMap<string, string>): CommentDto {
  const { authorUser, authorOrg, brandOrg, ...comment } = row;
  const authorSide: Side = authorOrg === brandOrg ? 'brand' : 'creator';
  return { ...comment, avatarUrl: pictures.get(authorUser) ?? null, authorSide, mine: authorUser === userId };
}

/** Comments on these submissions, oldest first. */
export async function commentsOf(db: Db, input: { submissionIds: string[] }): Promise<CommentRow[]> {
  if (input.submissionIds.length === 0) return [];
  return db
    .selectFrom('review_comments')
    .select(COMMENT_COLUMNS)
    .where('submission_id', 'in', input.submissionIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Writes the comment once per id and returns the stored one. */
export async function insertComment(
  db: Db,
  comment: {
    id: string;
    submission: SubmissionRow;
    fileId: string | null;
    atMs: number | null;
    x: number | null;
    y: number | null;
    body: string;
    briefItem: string | null;
    replyTo: string | null;
    authorUser: string;
    authorName: string;
    authorOrg: string;
    at: Date;
  },
): Promise<CommentRow> {
  const { submission: s } = comment;
  const fresh = await db
    .insertInto('review_comments')
    .values({
      id: comment.id,
      submission_id: s.id,
      file_id: comment.fileId,
      brand_org: s.brandOrg,
      creator_org: s.creatorOrg,
      agency_org: s.agencyOrg,
      at_ms: comment.atMs,
      x: comment.x,
      y: comment.y,
      body: comment.body,
      brief_item: comment.briefItem,
      reply_to: comment.replyTo,
      author_user: comment.authorUser,
      author_name: comment.authorName,
      author_org: comment.authorOrg,
      created_at: comment.at,
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning(COMMENT_COLUMNS)
    .executeTakeFirst();
  return (
    fresh ??
    db.selectFrom('review_comments').select(COMMENT_COLUMNS).where('id', '=', comment.id).executeTakeFirstOrThrow()
  );
}

export async function resolveComment(
  db: Db,
  input: { commentId: string; orgId: string; at: Date | null },
): Promise<CommentRow | undefined> {
  return db
    .updateTable('review_comments')
    .set({ resolved_at: input.at })
    .where('id', '=', input.commentId)
    .where((eb) =>
      eb.or([
        eb('brand_org', '=', input.orgId),
        eb('creator_org', '=', input.orgId),
        eb('agency_org', '=', input.orgId),
      ]),
    )
    .returning(COMMENT_COLUMNS)
    .executeTakeFirst();
}

export interface QueueRow {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  brandOrg: string;
  creatorOrg: string;
  amount: number;
  currency: Currency;
  state: MilestoneState;
  round: number;
  roundsMax: number;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: string[];
  /** The newest version the reader may see. */
  submissionId: string | null;
  submissionN: number | null;
}

/**
 * Milestones of `orgId` whose work is being made or reviewed: those whose next act is its own first, then by deadline.
 */
export async function queueOf(db: Db, input: { orgId: string; limit: number }): Promise<QueueRow[]> {
  const rows = await db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('submissions as s')
          .select(['s.id', 's.n'])
          .whereRef('s.milestone_id', '=', 'm.id')
          .where((w) => w.or([w('s.state', 'in', SHOWN), w('s.brand_org', '!=', input.orgId)]))
          .orderBy('s.n', 'desc')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .select([
      'm.id as milestoneId',
      'm.contract_id as contractId',
      'c.title as dealTitle',
      'm.title as milestoneTitle',
      'm.brand_org as brandOrg',
      'm.creator_org as creatorOrg',
      'm.amount',
      'm.currency',
      'm.state',
      'm.round',
      'm.rounds_max as roundsMax',
      'm.due_at',
      'm.work_due_at',
      'm.deadline_at',
      'm.funding_deadline_at',
      'm.holds',
      's.id as submissionId',
      's.n as submissionN',
    ])
    .where((eb) =>
      eb.or([
        eb('m.brand_org', '=', input.orgId),
        eb('m.creator_org', '=', input.orgId),
        eb('m.agency_org', '=', input.orgId),
      ]),
    )
    .where('m.state', 'in', [...PREPARING, ...REVIEWING])
    .orderBy(sql`(m.brand_org = ${input.orgId}::uuid) = (m.state = any(${[...REVIEWING]}))`, 'desc')
    .orderBy('m.deadline_at')
    .orderBy('m.id')
    .limit(input.limit)
    .execute();
  return rows as QueueRow[];
}

export interface ApprovedFileRow {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  storageKey: string;
  seq: number;
  milestoneTitle: string;
  dealTitle: string;
  caption: string;
  decidedAt: Date;
}

/** Finished files of accepted work, in the order of the milestones, when `orgId` is a party. */
export async function approvedFiles(
  db: Db,
  input: { orgId: string } & ({ contractId: string } | { milestoneId: string }),
): Promise<ApprovedFileRow[]> {
  return db
    .selectFrom('files as f')
    .innerJoin('submissions as s', 's.id', 'f.submission_id')
    .innerJoin('milestones as m', 'm.id', 's.milestone_id')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .select([
      'f.id',
      'f.name',
      'f.mime',
      'f.size',
      'f.sha256',
      'f.storage_key as storageKey',
      'm.seq',
      'm.title as milestoneTitle',
      'c.title as dealTitle',
      's.caption',
      's.decided_at as decidedAt',
    ])
    .$narrowType<{ decidedAt: Date }>()
    .where('f.state', '=', 'ready')
    .where('s.state', 'in', ACCEPTED)
    .where((eb) =>
      'contractId' in input ? eb('s.contract_id', '=', input.contractId) : eb('s.milestone_id', '=', input.milestoneId),
    )
    .where((eb) =>
      eb.or([
        eb('s.brand_org', '=', input.orgId),
        eb('s.creator_org', '=', input.orgId),
        eb('s.agency_org', '=', input.orgId),
      ]),
    )
    .orderBy('m.seq')
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute();
}

export interface ApprovedRow extends Omit<
  QueueRow,
  'round' | 'roundsMax' | 'deadlineAt' | 'dueAt' | 'submissionId' | 'submissionN'
> {
  submissionId: string;
  submissionN: number;
  submissionState: SubmissionState;
  decidedAt: Date;
}

/** Accepted work of `orgId`, the last accepted first; `after` is the submission that ended the page before. */
export async function approvedOf(
  db: Db,
  input: { orgId: string; after: string | undefined; limit: number },
): Promise<ApprovedRow[]> {
  const { orgId, after } = input;
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('milestones as m', 'm.id', 's.milestone_id')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .select([
      's.id as submissionId',
      's.milestone_id as milestoneId',
      's.contract_id as contractId',
      'c.title as dealTitle',
      'm.title as milestoneTitle',
      's.brand_org as brandOrg',
      's.creator_org as creatorOrg',
      'm.amount',
      'm.currency',
      'm.state',
      's.n as submissionN',
      's.state as submissionState',
      's.decided_at as decidedAt',
    ])
    .where('s.state', 'in', ACCEPTED)
    .where((eb) =>
      eb.or([eb('s.brand_org', '=', orgId), eb('s.creator_org', '=', orgId), eb('s.agency_org', '=', orgId)]),
    )
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb(
          eb.refTuple('s.decided_at', 's.id'),
          '<',
          eb
            .selectFrom('submissions as l')
            .select(['l.decided_at', 'l.id'])
            .where('l.id', '=', after!)
            .$asTuple('decided_at', 'id'),
        ),
      ),
    )
    .orderBy('s.decided_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(input.limit)
    .execute();
  return rows as ApprovedRow[];
}
