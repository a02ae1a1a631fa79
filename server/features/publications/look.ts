import { withTx, type SystemContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { newId } from '../../core/ids.ts';
import { pageText } from '../../core/page-encoding.ts';
import type { Integrations } from '../../integrations/integrations.ts';
import { failedInClearing } from '../escrow/live/rules.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import type { EventType } from '../escrow/schema.ts';
import { accountsOfOwner } from '../connections/own-accounts.ts';
import { factsOf, looksAt, notifyOfPost, recordPost, retentionOf, signalMoney, type PostNotice } from './facts.ts';
import { insertCheck, lockPost, postById, updatePost, type PostRow } from './queries.ts';
import { afterLook, detailIn, digestIn, isOver, isReturned, verdictOf, type Seen } from './rules.ts';
import type { Outcome, Verdict } from './schema.ts';

const MAX_PAGE_BYTES = 4 << 20;
const TIMEOUT_MS = 10_000;

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'FetchRefused' && 'reason' in error ? String(error.reason) : '';
/** Refused by the guard, not by the site. */
const GUARDED = ['url', 'scheme', 'credentials', 'port', 'address', 'redirects'];

/**
 * Fetches the page of a post as anyone would see it. A refusal to show it is not its absence: only 404 and 410, or the
 * network's own statement, mean that it is gone.
 */
export async function seePost(
  ctx: { integrations: Pick<Integrations, 'fetch' | 'social'> },
  { platform, url }: Pick<PostRow, 'platform' | 'url'>,
): Promise<Seen> {
  const { fetch, social } = ctx.integrations;
  const network = platform === 'blog' ? null : platform;
  try {
    const answer = await fetch(social.postPage.address(url), {
      types: ['text/html', 'application/xhtml+xml'],
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.status === 404 || answer.status === 410) return { kind: 'gone' };
    if (answer.status === 401 || answer.status === 403) return { kind: 'unreachable', why: 'sign_in' };
    if (answer.status !== 200) return { kind: 'unreachable', why: 'error' };
    const page = social.postPage.read(network, { url: answer.url, html: pageText(answer.body, answer.charset) });
    if (page.kind === 'gone') return { kind: 'gone' };
    if (page.kind === 'wall') return { kind: 'unreachable', why: 'sign_in' };
    const { author, text, cut, published, mentioned } = page;
    // A page outside of the networks changes with its surroundings.
    const digest = network === null ? null : await sha256Hex(page.caption.normalize('NFKC').trim());
    return { kind: 'post', author, text, cut, digest, published, mentioned };
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    return {
      kind: 'unreachable',
      why: reason === 'timeout' ? 'timeout' : GUARDED.includes(reason) ? 'refused' : 'error',
    };
  }
}

const isDue = (row: PostRow | undefined, now: Date): row is PostRow =>
  row !== undefined && !isOver(row.state) && row.next_check_at !== null && row.next_check_at <= now;

/** The event and the notice of a fault. */
const FAULT: Partial<Record<Outcome, EventType & PostNotice>> = {
  removed: 'post_removed',
  wrong_author: 'post_wrong_author',
  no_disclosure: 'post_no_disclosure',
  published_before: 'post_published_before',
};

/**
 * Looks at a post when it is due. The page counts only while the look is still due and the link unchanged, so that a repeat
 * counts nothing twice.
 */
export async function lookAtPost(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const row = await withTx(ctx, (tx) => postById(tx.db, id));
  if (!isDue(row, ctx.clock.now())) return { outcome: 'not due' };
  const seen = isReturned(row.milestone_state) ? null : await seePost(ctx, row);
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const locked = await lockPost(tx.db, id);
    if (!isDue(locked, now) || locked.version !== row.version) return { outcome: 'not due' };
    if (seen === null || isReturned(locked.milestone_state)) {
      const over = { state: 'stopped', next_check_at: null, decide_until: null } as const;
      await updatePost(tx.db, { id, at: now }, over);
      return { outcome: 'stopped' };
    }
    const { platform, label, digest, publish_from, claimed } = locked;
    // An account that was connected since the link was given is proven.
    const connected = (await accountsOfOwner(tx, locked.creator_org)).filter(
      (account) => account.connected && account.platform === platform,
    );
    const handles = [...new Set([...locked.handles, ...connected.map(({ handle }) => handle)])];
    const verdict = verdictOf(seen, { handles, claimed, label, digest, publishFrom: publish_from, now });
    // Its post stays the creator's when the account is disconnected later.
    const isOwn = seen.kind === 'post' && seen.author !== null && handles.includes(seen.author);
    await apply(tx, isOwn ? { ...locked, handles } : locked, verdict);
    return { outcome: verdict.outcome };
  });
}

async function apply(tx: SystemContext, row: PostRow, verdict: Verdict): Promise<void> {
  const now = tx.clock.now();
  const { outcome } = verdict;
  const retention = retentionOf(row, now);
  const looks = looksAt({ ...row, retention_ends_at: retention });
  const after = afterLook(factsOf(row), verdict, { looks, clocks: row.post_clocks, now });
  await insertCheck(tx.db, {
    id: newId(now.getTime()),
    publication_id: row.id,
    brand_org: row.brand_org,
    creator_org: row.creator_org,
    at: now,
    url: row.url,
    outcome,
    detail: detailIn(verdict),
    digest: digestIn(verdict),
  });
  await updatePost(
    tx.db,
    { id: row.id, at: now },
    {
      state: after.state,
      looks_done: after.looksDone,
      misses: after.misses,
      next_check_at: after.nextCheckAt,
      decide_until: after.decideUntil,
      passed_at: after.passedAt,
      retention_ends_at: after.passedAt ? retention : null,
      digest: after.digest,
      seen_digest: digestIn(verdict),
      outcome,
      detail: detailIn(verdict),
      checked_at: now,
      handles: row.handles,
      // What the brand did not let count is live after all.
      ...(row.state === 'failing' && after.state !== 'failing' ? { decided_by: null } : {}),
    },
  );
  await signalMoney(tx, row, row.version + 1);
  await report(tx, row, verdict, after);
}

/** Notifies both sides of what changed; a look that finds the same as the last one is not reported. */
async function report(
  tx: SystemContext,
  row: PostRow,
  { outcome }: Verdict,
  after: ReturnType<typeof afterLook>,
): Promise<void> {
  const key = `v${row.version}`;
  const both = async (kind: PostNotice, deadlineAt?: Date | null): Promise<void> => {
    for (const side of ['brand', 'creator'] as const)
      await notifyOfPost(tx, row, side, kind, { key, ...(deadlineAt ? { deadlineAt } : {}) });
  };
  const fault = FAULT[outcome];
  if (fault && row.outcome !== outcome && !(after.state === 'watching' || after.state === 'kept')) {
    await recordPost(tx, row, fault);
    if (after.state === 'failing') await both(fault);
    if (row.milestone_state === 'clearing') await notifyOfDispute(tx, row, key);
  }
  if (after.state === 'undecided' && row.state !== 'undecided') {
    if (!fault) await recordPost(tx, row, 'post_question', { outcome });
    await both('post_question', after.decideUntil);
  }
  const passed = (row.passed_at === null || row.state !== 'watching') && after.state === 'watching';
  if (passed) {
    await recordPost(tx, row, 'post_live');
    await both('post_live');
  }
  if (after.state === 'kept') await recordPost(tx, row, 'post_kept');
}

/** What clears by the post is paid at its end unless the brand disputes it before. */
async function notifyOfDispute(tx: SystemContext, row: PostRow, key: string): Promise<void> {
  const milestone = await readMilestone(tx, row.milestone_id);
  if (failedInClearing(milestone) && milestone.deadline_at)
    await notifyOfPost(tx, row, 'brand', 'post_fault_clearing', { key, deadlineAt: milestone.deadline_at });
}
