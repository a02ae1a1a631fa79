import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { releasedByLive, waitsForPost } from '../escrow/live/rules.ts';
import { sharesOfNext } from '../escrow/release/rules.ts';
import { viewerOf } from '../escrow/viewer.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { roleMay, withinLimit } from '../orgs/rules.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import { platformsOf, type PostPlatform } from './links/rules.ts';
import {
  checksOf,
  countUnposted,
  milestonesOf,
  postsOfDeal,
  toPostRows,
  type LinkedMilestone,
  type PostRow,
} from './queries.ts';
import {
  CHECK_REST_MS,
  isOver,
  isReturned,
  labelOf,
  linkRefusal,
  LISTED_DAYS,
  mayLink,
  silenceCounts,
} from './rules.ts';
import type { DealPosts, PostCheck, PublicationDto, ToPostItem, toPostInput } from './schema.ts';

export const platformsOfMilestone = ({ terms, seq }: Pick<LinkedMilestone, 'seq' | 'terms'>): PostPlatform[] =>
  platformsOf(terms.deliverables, terms.milestones[seq - 1]?.deliverableIds ?? []);

const toPostDto = (row: PostRow, checks: PostCheck[], now: Date): PublicationDto => ({
  id: row.id,
  version: row.version,
  platform: row.platform,
  url: row.url,
  state: row.state,
  outcome: row.outcome,
  detail: row.detail,
  linkedAt: row.linked_at,
  checkedAt: row.checked_at,
  nextCheckAt: row.next_check_at,
  checkFrom: restingUntil(row, now),
  decideUntil: row.decide_until,
  decidedBy: row.decided_by,
  liveBySilence: silenceCounts(row.outcome, { ...row, state: row.milestone_state }),
  checks,
});

type CheckedPost = Pick<PostRow, 'checked_at' | 'state'>;

/** Right after a look, when the next one can be requested; null at any other time. */
function restingUntil(post: CheckedPost, now: Date): Date | null {
  if (isOver(post.state) || !post.checked_at) return null;
  const until = new Date(post.checked_at.getTime() + CHECK_REST_MS);
  return until > now ? until : null;
}

/** Why a look cannot be requested now, or null. */
export function checkRefusal(post: CheckedPost, now: Date): 'publication.checked' | 'publication.just_checked' | null {
  if (isOver(post.state)) return 'publication.checked';
  return restingUntil(post, now) ? 'publication.just_checked' : null;
}

/** The brand decides what could not be judged, and may let a fault count as live. */
export const mayDecide = (post: Pick<PostRow, 'state'>): boolean =>
  post.state === 'undecided' || post.state === 'failing';

/** The posts of a deal, as one of its sides sees them: milestones whose work is published and was delivered. */
export async function dealPosts(ctx: OrgContext, { contractId }: { contractId: string }): Promise<DealPosts> {
  return withTx(ctx, async (tx) => {
    const all = await milestonesOf(tx.db, { contractId });
    const { orgId, role } = tx.actor;
    const [deal] = all;
    if (!deal || (deal.brand_org !== orgId && deal.creator_org !== orgId)) throw new AppError('not_found');
    const side = deal.brand_org === orgId ? 'brand' : 'creator';
    const rows = await postsOfDeal(tx.db, contractId);
    const checks = await checksOf(
      tx.db,
      rows.map(({ id }) => id),
    );
    const parties = await partiesOf(tx, [deal.brand_org, deal.creator_org]);
    const now = tx.clock.now();
    const mandate = await mandateRefusal(tx, deal.creator_org, 'submit');
    const { mayRelease, onBothSides } = await viewerOf(tx, { ...deal, id: contractId });
    const acceptRefusal = (gives: number) => {
      if (onBothSides) return 'escrow.both_sides' as const;
      return withinLimit(gives, mayRelease) ? null : ('publication.over_release_limit' as const);
    };
    const noRight = (right: 'content.approve' | 'content.submit') =>
      roleMay(role, right) ? null : ('auth.not_allowed' as const);
    return {
      side,
      brand: partyIn(parties, deal.brand_org),
      creator: partyIn(parties, deal.creator_org),
      label: labelOf(deal.terms.disclosureText),
      serverNow: now,
      milestones: all.flatMap((milestone) => {
        const post = rows.find(({ milestone_id }) => milestone_id === milestone.id);
        const platforms = platformsOfMilestone(milestone);
        if (!post && (platforms.length === 0 || !mayLink(milestone.state))) return [];
        const act = side === 'creator' ? (noRight('content.submit') ?? mandate) : noRight('content.approve');
        const decide =
          side !== 'brand'
            ? 'auth.wrong_account_type'
            : (act ??
              (post && mayDecide(post) && !isReturned(milestone.state) ? true : 'publication.nothing_to_decide'));
        const amount = releasedByLive(milestone);
        const own = side === 'brand' ? amount : sharesOfNext(milestone, amount).creator;
        const gives = post && !silenceCounts(post.outcome, milestone) ? amount : 0;
        return [
          {
            milestoneId: milestone.id,
            milestoneTitle: milestone.milestone_title,
            platforms,
            pays: waitsForPost(milestone.state) && amount > 0 ? { amount: own, currency: milestone.currency } : null,
            post: post ? toPostDto(post, checks.get(post.id) ?? [], now) : null,
            can: {
              link: side === 'creator' ? (act ?? linkRefusal(milestone, post, now) ?? true) : 'auth.wrong_account_type',
              check: post ? (act ?? checkRefusal(post, now) ?? true) : 'not_found',
              decide,
              accept: decide === true ? (acceptRefusal(gives) ?? true) : decide,
            },
          },
        ];
      }),
    };
  });
}

const since = (now: Date): Date => new Date(now.getTime() - LISTED_DAYS * 24 * 3_600_000);

/** Approved work of the creator that is to be published, the last approved first. */
export async function toPost(ctx: OrgContext, input: z.output<typeof toPostInput>): Promise<Page<ToPostItem>> {
  return withTx(ctx, async (tx) => {
    const { limit } = input;
    const rows = await toPostRows(tx.db, {
      creatorOrg: tx.actor.orgId,
      since: since(tx.clock.now()),
      after: readPlace(input.after),
      limit: limit + 1,
    });
    const parties = await partiesOf(
      tx,
      rows.map(({ brand_org }) => brand_org),
    );
    return toPage(rows, limit, placeCursor, (row) => ({
      milestoneId: row.id,
      contractId: row.contract_id,
      title: row.title,
      milestoneTitle: row.milestone_title,
      brand: partyIn(parties, row.brand_org),
      platforms: platformsOfMilestone(row),
      amount: row.amount,
      currency: row.currency,
      approvedAt: row.approved_at,
      state: row.state,
      outcome: row.outcome,
    }));
  });
}

/** How many of them, up to `COUNT_CAP`. */
export const countToPost = (ctx: OrgContext): Promise<number> =>
  withTx(ctx, (tx) => countUnposted(tx.db, { creatorOrg: tx.actor.orgId, since: since(tx.clock.now()) }));
