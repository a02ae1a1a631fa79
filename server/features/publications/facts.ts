import { ADDRESSES } from '../../core/addresses.ts';
import type { ServiceContext } from '../../context.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { waitsForPost } from '../escrow/live/rules.ts';
import type { EventType, MilestoneState } from '../escrow/schema.ts';
import { notify } from '../notifications/notify.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { PostRow } from './queries.ts';
import { keptUntil, looksOf, type EndNotice, type PostFacts } from './rules.ts';

export const factsOf = (row: PostRow): PostFacts => ({
  state: row.state,
  looksDone: row.looks_done,
  misses: row.misses,
  digest: row.digest,
  passedAt: row.passed_at,
  decideUntil: row.decide_until,
  accepted: row.accepted_outcome && { outcome: row.accepted_outcome, digest: row.accepted_digest },
});

export const looksAt = (row: Pick<PostRow, 'post_clocks' | 'linked_at' | 'retention_ends_at'>): Date[] =>
  looksOf({ linkedAt: row.linked_at, retentionEndsAt: row.retention_ends_at, clocks: row.post_clocks });

/** By when a post that becomes live now has to stay up, if no look has found it live before. */
export const retentionOf = (row: PostRow, now: Date): Date | null =>
  row.retention_ends_at ?? keptUntil(row.terms.clocks, now);

/** Money waits for this post: its milestone decides anew what comes of it. */
export async function signalMoney(
  tx: ServiceContext,
  row: { id: string; milestone_id: string; milestone_state: MilestoneState },
  version: number | string,
): Promise<void> {
  if (waitsForPost(row.milestone_state))
    await signalWorkflow(tx, 'escrowLifecycle', row.milestone_id, 'post_moved', `post:${row.id}:v${version}`);
}

type Subject = Pick<
  PostRow,
  'brand_org' | 'contract_id' | 'creator_org' | 'id' | 'milestone_id' | 'milestone_title' | 'title'
>;
export type PostNotice =
  | 'post_linked'
  | 'post_live'
  | 'post_removed'
  | 'post_wrong_author'
  | 'post_no_disclosure'
  | 'post_fault_clearing'
  | 'post_published_before'
  | 'post_question'
  | 'post_refused'
  | EndNotice;

/** Notifies a side; `key` distinguishes repeats of the kind. */
export async function notifyOfPost(
  tx: ServiceContext,
  row: Subject,
  to: 'brand' | 'creator',
  kind: PostNotice,
  { key, deadlineAt }: { key: string; deadlineAt?: Date },
): Promise<void> {
  const other = to === 'brand' ? row.creator_org : row.brand_org;
  await notify(tx, {
    orgId: to === 'brand' ? row.brand_org : row.creator_org,
    kind,
    data: {
      name: partyIn(await partiesOf(tx, [other]), other).name,
      title: row.title,
      milestone: row.milestone_title,
      ...(deadlineAt ? { deadlineAt: deadlineAt.toISOString() } : {}),
    },
    link: ADDRESSES.deal(row.contract_id),
    key: `${kind}:${row.id}:${key}`,
  });
}

/** Writes what happened to a post into the timeline of its deal. */
export const recordPost = (
  tx: ServiceContext,
  row: Subject,
  type: EventType,
  data: Readonly<Record<string, string>> = {},
): Promise<unknown> => appendEvent(tx, { contractId: row.contract_id, milestoneId: row.milestone_id, type, data });
