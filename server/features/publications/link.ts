import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { plus } from '../../core/clock.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { lockedMilestone } from '../escrow/milestone/moves.ts';
import { contactPlace, payPlace } from '../moderation/contact/rules.ts';
import { fold } from '../moderation/fold/rules.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { requireMandate } from '../representations/mandate.ts';
import { accountsOfOwner } from '../connections/own-accounts.ts';
import { LINK_REFUSALS, readPostLink, type PostLink } from './links/rules.ts';
import { notifyOfPost, recordPost, signalMoney } from './facts.ts';
import { insertPost, lockPostOf, milestonesOf, otherWorkOfPost, updatePost, type LinkedMilestone } from './queries.ts';
import { accountsFor, type Accounts } from './authors/rules.ts';
import { labelOf, linkRefusal, publishFrom } from './rules.ts';
import type { DealPosts, savePostInput } from './schema.ts';
import { dealPosts, platformsOfMilestone } from './service.ts';

const field = 'url';
const refuse = (code: ErrorCode, data: Readonly<Record<string, string>> = {}): never => {
  throw new AppError(code, { field, ...data });
};

/** What the guarded fetch says of an address that leads inward; a page that does not answer may still be public. */
const INWARD = ['scheme', 'credentials', 'port', 'address', 'redirects'];

/** Throws publication.not_public for a page outside of the networks whose address leads inward. Outside of a transaction. */
async function requirePublic(ctx: OrgContext, { platform, url }: PostLink): Promise<void> {
  if (platform !== 'blog') return;
  try {
    await ctx.integrations.fetch(url, { types: ['text/html'], maxBytes: 64 * 1024, timeoutMs: 3_000 });
  } catch (error) {
    const reason = typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : '';
    if (INWARD.includes(reason)) refuse('publication.not_public');
  }
}

/** An address as it reads, also one whose bytes are not UTF-8: "caf%E9" of an older site. */
const decoded = (url: string): string =>
  url.replace(/(?:%[\da-f]{2})+/giu, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));

function readable(text: string): PostLink {
  const link = readPostLink(text);
  if (typeof link === 'string') return refuse(LINK_REFUSALS[link]);
  const words = fold(decoded(link.url));
  // The address of a network is rebuilt from the post alone; any other may carry what moderation holds in texts.
  if (link.platform === 'blog' && (contactPlace(words) ?? payPlace(words))) refuse('publication.contact');
  return link;
}

/** Accounts that the post may be by; throws where the address names another one than a connected account. */
async function accountsOn(tx: OrgContext, milestone: LinkedMilestone, link: PostLink): Promise<Accounts> {
  if (!platformsOfMilestone(milestone).includes(link.platform)) refuse('publication.other_network');
  const now = await accountsOfOwner(tx, milestone.creator_org);
  const accounts = accountsFor(link.platform, {
    signed: { creator: milestone.signed_accounts, brand: milestone.seen_accounts },
    now,
  });
  const { handles, proven } = accounts;
  if (link.handle !== null && proven && !handles.includes(link.handle))
    refuse('publication.other_account', { name: link.handle, own: handles[0]! });
  return accounts;
}

/**
 * Gives or replaces the link of a milestone's post; looks begin anew. The same link again changes nothing. Throws the
 * refusals of the link at its field, also of a post that stands for other work (publication.other_work), and
 * publication.too_early, publication.too_late, publication.checked once a look has passed.
 */
export async function savePost(ctx: OrgContext, input: z.output<typeof savePostInput>): Promise<DealPosts> {
  requireRight(ctx, 'content.submit');
  requireVerifiedMailbox(ctx);
  const link = readable(input.url);
  await requirePublic(ctx, link);
  return withTx(ctx, async (tx) => {
    // An end of its time, or a cancellation, at the same moment comes before the link or after it.
    await lockedMilestone(tx, input.milestoneId, tx.actor.orgId);
    const [milestone] = await milestonesOf(tx.db, { milestoneId: input.milestoneId });
    if (milestone?.creator_org !== tx.actor.orgId) throw new AppError('not_found');
    await requireMandate(tx, milestone.creator_org, 'submit');
    const post = await lockPostOf(tx.db, milestone.id);
    const same = post?.url === link.url;
    if (!same) {
      const refused = linkRefusal(milestone, post, tx.clock.now());
      if (refused) throw new AppError(refused);
      if (post ? post.version !== input.version : input.version !== null) throw new AppError('state.changed');
      const of = { creatorOrg: milestone.creator_org, milestoneId: milestone.id, link };
      const other = await otherWorkOfPost(tx.db, of);
      if (other) refuse('publication.other_work', other);
      await put(tx, milestone, link, post?.id ?? null);
    }
    return dealPosts(tx, { contractId: milestone.contract_id });
  });
}

async function put(tx: OrgContext, milestone: LinkedMilestone, link: PostLink, existing: string | null): Promise<void> {
  const now = tx.clock.now();
  const { handles, claimed } = await accountsOn(tx, milestone, link);
  const id = existing ?? newId(now.getTime());
  const fresh = {
    platform: link.platform,
    url: link.url,
    handles,
    claimed,
    publish_from: publishFrom(milestone),
    state: 'watching',
    linked_at: now,
    looks_done: 0,
    misses: 0,
    next_check_at: plus(now, milestone.post_clocks.looks[0]),
    decide_until: null,
    decided_by: null,
    outcome: null,
    detail: null,
  } as const;
  const parties = { brand_org: milestone.brand_org, creator_org: milestone.creator_org };
  if (existing) {
    await updatePost(tx.db, { id, at: now }, fresh);
    await signalWorkflow(tx, 'publicationCheck', id, 'linked', `${id}:${now.getTime()}`);
  } else {
    await startWorkflow(tx, 'publicationCheck', id, {
      attributes: {
        SponsioState: 'watching',
        BrandOrg: milestone.brand_org,
        CreatorOrg: milestone.creator_org,
        ContractId: milestone.contract_id,
        MilestoneId: milestone.id,
      },
    });
    await insertPost(tx.db, {
      ...fresh,
      ...parties,
      id,
      contract_id: milestone.contract_id,
      milestone_id: milestone.id,
      label: labelOf(milestone.terms.disclosureText),
      created_by: tx.actor.userId,
      created_at: now,
      updated_at: now,
    });
  }
  const subject = { ...milestone, id, milestone_id: milestone.id };
  await signalMoney(
    tx,
    { ...subject, milestone_state: milestone.state },
    `${milestone.milestone_version}:${now.getTime()}`,
  );
  await recordPost(tx, subject, 'post_linked', { platform: link.platform });
  await notifyOfPost(tx, subject, 'brand', 'post_linked', { key: String(now.getTime()) });
  await audit(tx, 'publication.linked', `milestone:${milestone.id}`, { platform: link.platform });
}
