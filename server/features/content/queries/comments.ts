import type { Db } from '../../../../db/client.ts';
import type { Side } from '../../terms/schema.ts';
import type { BriefMark, CommentDto } from '../schema.ts';
import type { SubmissionRow } from './submissions.ts';

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
