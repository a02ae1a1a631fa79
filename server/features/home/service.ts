import { ADDRESSES, type Address } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { addendaToSign } from '../addenda/tasks.ts';
import { ownCompleteness } from '../brands/service.ts';
import { browseCampaigns } from '../campaigns/market.ts';
import { countApplied } from '../campaigns/applying.ts';
import type { CampaignListItem } from '../campaigns/schema.ts';
import { newestCampaigns, newestDrafts, unreadCampaigns } from '../campaigns/listing.ts';
import { termsTotal } from '../terms/rules.ts';
import type { DealTerms } from '../terms/schema.ts';
import { disputesToAnswer } from '../disputes/tasks.ts';
import { dealCounts, nextActs } from '../escrow/deals/list.ts';
import { offerCounts } from '../offers/service.ts';
import { releaseStops } from '../escrow/milestone/rules.ts';
import { nextDeadline } from '../escrow/timers/rules.ts';
import { restOf, restShares } from '../escrow/release/rules.ts';
import { turnOf } from '../escrow/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { chargeFor, feeRateOf } from '../ledger/charges/rules.ts';
import type { Currency } from '../../core/money.ts';
import { releaseLimitsOf } from '../orgs/release-limits.ts';
import { releaseLimitOf, roleMay, withinLimit, type Action } from '../orgs/rules.ts';
import { getBilling } from '../orgs/service.ts';
import { countToPost } from '../publications/service.ts';
import { incoming, paymentSummary } from '../payments/overview.ts';
import { PAYOUT_MINIMUM } from '../policies/rules.ts';
import {
  brandMarks,
  contractsToSign,
  creatorMarks,
  milestonesWith,
  offersToAnswer,
  TASKS_OF_A_KIND,
  type Side,
} from './queries.ts';
import type { BrandHome, CreatorHome, HomeTask, WorkCounts } from './schema.ts';

const SHOWN = 5;
const TASK: Partial<Record<MilestoneState, HomeTask['kind']>> = {
  delivered: 'review',
  awaiting_funding: 'fund',
  funding: 'finish_payment',
  funded: 'submit',
  overdue: 'submit',
  changes_requested: 'fix_changes',
  cancel_requested: 'answer_cancel',
};
/** The right a task needs; tasks without that right are not the reader's. */
const RIGHT: Partial<Record<HomeTask['kind'], Action>> = {
  review: 'content.approve',
  release: 'escrow.release',
  fund: 'escrow.fund',
  finish_payment: 'escrow.fund',
  pay_failed: 'escrow.fund',
  confirm_payment: 'escrow.fund',
  sign: 'contract.sign',
  sign_addendum: 'contract.sign',
  answer_offer: 'offer.accept',
  read_applications: 'application.decide',
  finish_draft: 'campaign.edit',
  submit: 'content.submit',
  fix_changes: 'content.submit',
  dispute: 'escrow.cancel',
  answer_cancel: 'escrow.cancel',
  connect_bank: 'payout.manage',
  pay_out: 'payout.manage',
  complete_profile: 'profile.edit',
  apply: 'application.send',
};

const plain = (kind: HomeTask['kind'], title: string, link: Address, count: number | null = null): HomeTask => ({
  kind,
  title,
  who: null,
  amount: null,
  currency: null,
  count,
  deadlineAt: null,
  onHold: false,
  link,
});

const byDeadline = (a: HomeTask, b: HomeTask): number =>
  (a.deadlineAt?.getTime() ?? Infinity) - (b.deadlineAt?.getTime() ?? Infinity);

async function dealTasks(tx: OrgContext, me: Side): Promise<HomeTask[]> {
  const now = tx.clock.now();
  const limits = await releaseLimitsOf(tx, me.orgId);
  /** Accepted work is a task of those who may release its money, and of no other. */
  const isOwn = (m: { accepted_at: Date | null; amount: number; released_parts: number; currency: Currency }) =>
    m.accepted_at === null || withinLimit(restOf(m), releaseLimitOf(tx.actor.role, limits, m.currency));
  const waiting = await milestonesWith(tx.db, { side: me.side, ids: await nextActs(tx, TASKS_OF_A_KIND) });
  const toSign = await contractsToSign(tx.db, me);
  const toAnswer = await offersToAnswer(tx.db, me);
  const disputed = (await disputesToAnswer(tx, { ...me, limit: TASKS_OF_A_KIND })).map((d): HomeTask => ({
    kind: 'dispute',
    title: `${d.dealTitle} – ${d.milestoneTitle}`,
    who: d.otherName,
    amount: d.amount,
    currency: d.currency,
    count: null,
    deadlineAt: d.phaseEndsAt,
    onHold: false,
    link: ADDRESSES.deal(d.contractId),
  }));
  const addenda = (await addendaToSign(tx, { ...me, limit: TASKS_OF_A_KIND })).map((a): HomeTask => ({
    kind: 'sign_addendum',
    title: a.title,
    who: a.otherName,
    amount: a.totalAfter,
    currency: a.currency,
    count: null,
    deadlineAt: a.deadlineAt,
    onHold: false,
    link: ADDRESSES.deal(a.contractId),
  }));
  const fromMilestones = waiting.filter(isOwn).map((m): HomeTask => {
    const state = m.state;
    const kind =
      state === 'delivered' && m.accepted_at
        ? 'release'
        : state === 'awaiting_funding' && m.last_payment === 'failed'
          ? m.auto_funding === 'to_confirm'
            ? 'confirm_payment'
            : 'pay_failed'
          : (TASK[state] ?? 'review');
    // A payment task shows the amount that will be charged, the creator's work their share; all others show the price.
    const amount =
      turnOf(state) === 'brand' && state !== 'delivered'
        ? chargeFor(m.amount, feeRateOf(m), m.tax_bps, m.currency).total
        : turnOf(state) === 'creator'
          ? restShares(m).creator
          : restOf(m);
    const reviewing = kind === 'review' || kind === 'submit' || kind === 'fix_changes';
    return {
      kind,
      title: `${m.deal_title} – ${m.title}`,
      who: m.other_name,
      amount,
      currency: m.currency,
      count: null,
      deadlineAt: nextDeadline({ ...m, state }, now)?.at ?? null,
      onHold: releaseStops(m.holds),
      bonus: m.bonus,
      link: reviewing ? ADDRESSES.review(m.id) : ADDRESSES.deal(m.contract_id),
    };
  });
  return [
    ...disputed,
    ...addenda,
    ...fromMilestones,
    ...toSign.map((c): HomeTask => ({
      kind: 'sign',
      title: c.title,
      who: c.other_name,
      amount: c.total,
      currency: c.currency,
      count: null,
      deadlineAt: c.deadline_at,
      onHold: false,
      link: ADDRESSES.deal(c.id),
    })),
    ...toAnswer.map((o): HomeTask => ({
      kind: 'answer_offer',
      title: o.title,
      who: o.other_name,
      amount: termsTotal(o.terms as unknown as DealTerms),
      currency: o.currency,
      count: null,
      deadlineAt: o.deadline_at,
      onHold: false,
      link: ADDRESSES.offer(o.id),
    })),
  ];
}

const permittedTasks = (ctx: OrgContext, tasks: HomeTask[]): HomeTask[] =>
  tasks.filter((t) => !RIGHT[t.kind] || roleMay(ctx.actor.role, RIGHT[t.kind] as Action)).sort(byDeadline);

function campaignTasks(
  unread: readonly Pick<CampaignListItem, 'id' | 'title' | 'newApplications'>[],
  drafts: readonly Pick<CampaignListItem, 'id' | 'title'>[],
): HomeTask[] {
  return [
    ...unread.map((c) => plain('read_applications', c.title, ADDRESSES.ownCampaign(c.id), c.newApplications)),
    ...drafts.map((c) => plain('finish_draft', c.title, ADDRESSES.campaignDraft(c.id))),
  ];
}

/** What a brand's member does next, where the money is, and the campaigns under way. */
export async function brandHome(ctx: OrgContext): Promise<BrandHome> {
  return withTx(ctx, async (tx) => {
    const { orgId, role } = ctx.actor;
    const unread = await unreadCampaigns(tx, TASKS_OF_A_KIND);
    const drafts = await newestDrafts(tx, 2);
    const { published, offered, funded } = await brandMarks(tx.db, orgId);
    return {
      tasks: permittedTasks(ctx, [
        ...(await dealTasks(tx, { orgId, side: 'brand' })),
        ...campaignTasks(unread, drafts),
      ]),
      money: roleMay(role, 'money.view') ? await paymentSummary(tx) : [],
      campaigns: await newestCampaigns(tx, { states: ['scheduled', 'live', 'paused', 'filled', 'closed'] }, SHOWN),
      checklist: { billing: (await getBilling(tx)).complete, campaign: published, offer: offered, funded },
      profile: await ownCompleteness(tx),
      serverNow: tx.clock.now(),
    };
  });
}

/** What a creator does next, what is coming in, and campaigns to apply to. */
export async function creatorHome(ctx: OrgContext): Promise<CreatorHome> {
  return withTx(ctx, async (tx) => {
    const { orgId } = ctx.actor;
    const { everApplied, everSigned, profile, bank, offers } = await creatorMarks(tx.db, orgId, COUNT_CAP);
    const { active, paid } = await dealCounts(tx);
    const money = await incoming(tx);
    const open = await browseCampaigns(tx, { limit: SHOWN, sort: 'newest', notApplied: true });
    const tasks = await dealTasks(tx, { orgId, side: 'creator' });
    if (!profile) tasks.push(plain('complete_profile', '', ADDRESSES.creatorProfile));
    if (everSigned && !bank) tasks.push(plain('connect_bank', '', ADDRESSES.payouts));
    for (const { currency, available } of bank ? money : []) {
      if (available >= PAYOUT_MINIMUM[currency])
        tasks.push({ ...plain('pay_out', '', ADDRESSES.payouts), amount: available, currency });
    }
    if (!everApplied) tasks.push(plain('apply', '', ADDRESSES.openCampaigns));
    return {
      tasks: permittedTasks(ctx, tasks),
      money,
      pipeline: { applied: await countApplied(tx), offers, active, paid },
      campaigns: open.items,
      checklist: { profile, applied: everApplied, bank },
      serverNow: tx.clock.now(),
    };
  });
}

/** How much is in each tab of a creator's work. */
export async function workCounts(ctx: OrgContext): Promise<WorkCounts> {
  return withTx(ctx, async (tx) => {
    const { open, waiting } = await offerCounts(tx);
    return {
      applied: await countApplied(tx),
      offers: open,
      waiting,
      toPost: await countToPost(tx),
      ...(await dealCounts(tx)),
    };
  });
}
