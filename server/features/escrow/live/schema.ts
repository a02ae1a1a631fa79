/** Why a part of a milestone was released before its end: its brand wanted it, its work was approved, its post is live. */
export type PartCause = 'brand' | 'approval' | 'live';
/** How the contract releases the money of a milestone with a live post. */
export interface AgreedReleaseDto {
  /** Of the price, minor units: at the approval, when the post is live, at the end of the time it stays up. */
  approval: number;
  live: number;
  holdback: number;
  /** ISO durations of the contract; `retention` is null without a holdback, `postGrace` in contracts without one. */
  posting: string;
  postGrace: string | null;
  retention: string | null;
}

/** The same with what has come of it. */
export interface LiveReleaseDto extends AgreedReleaseDto {
  /** By when the post has to be given; null before the approval. */
  postBy: Date | null;
  /** A post that was not given: since when it is overdue, and until when the brand can extend its time. */
  overdueFrom: Date | null;
  extendedTo: Date | null;
  /** What the last looks say, while money waits for it or clears by it; null without a post. */
  post: 'waiting' | 'live' | 'failing' | 'undecided' | 'ended' | null;
}
