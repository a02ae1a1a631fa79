import type { CommentDto, SubmissionDto } from '../../../server/features/content/schema.ts';

/** The target of the next comment: a time of a video, a point of a picture, or the whole work. */
export interface Spot {
  atMs: number | null;
  /** Fractions of width and height. */
  pin: { x: number; y: number } | null;
}

/** A comment being written; kept while the user looks at the brief or an older version. */
export interface Remark {
  body: string;
  briefItem: string;
  /** On the whole work, even if something is marked. */
  whole: boolean;
}

export interface NumberedComment {
  /** The same number on the frame, on the scrubber and in the list. */
  number: number;
  comment: CommentDto;
  /** Version it was made on. */
  n: number;
  /** Its replies, oldest first. */
  replies: readonly CommentDto[];
}

/** All comments up to the version on screen, oldest version first, within one in the order of the work. */
export function numberedComments(
  submissions: readonly SubmissionDto[],
  shown: SubmissionDto | undefined,
): NumberedComment[] {
  if (!shown) return [];
  return submissions
    .filter(({ n }) => n <= shown.n)
    .sort((a, b) => a.n - b.n)
    .flatMap(({ n, comments }) =>
      comments
        .filter((comment) => comment.replyTo === null)
        .sort((a, b) => place(a) - place(b) || a.at.getTime() - b.at.getTime())
        .map((comment) => ({ n, comment, replies: comments.filter((answer) => answer.replyTo === comment.id) })),
    )
    .map((entry, index) => ({ number: index + 1, ...entry }));
}

/** Comments on the whole work come last. */
const place = (comment: CommentDto): number => comment.atMs ?? (comment.x === null ? Number.MAX_SAFE_INTEGER : 0);

/** "0:15", "1:02:03". */
export function timecode(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
