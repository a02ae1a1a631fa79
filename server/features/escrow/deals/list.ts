import type * as z from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { COUNT_CAP } from '../../../core/lists.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../../core/pagination.ts';
import type { Side } from '../../terms/schema.ts';
import { commissionBetween, commissionOf } from '../../ledger/charges/rules.ts';
import { balancesByContract, balancesByMilestone, NO_BALANCES } from '../../ledger/service.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import {
  addendaToSign,
  contractFacts,
  contractsOfCampaign,
  livePosts,
  milestonesOf,
  type ContractFacts,
  type MilestoneBrief,
} from './queries/contracts.ts';
import { nextDeadline } from '../timers/rules.ts';
import { isTerminated, stageOf } from '../milestone/rules.ts';
import { otherSide, statesOfTurn, turnAt } from '../rules.ts';
import {
  countDeals,
  dealsToActOn,
  endedDeals,
  milestonesToActOn,
  newestDeals,
  waitingDeals,
  type PlacedDeal,
  type Reader,
} from './queries/order.ts';
import type {
  Balances,
  DealCounts,
  DealListItem,
  dealsOfCampaignInput,
  listDealsInput,
  MilestoneState,
} from '../schema.ts';
import { focusOf } from './focus.ts';
import type { LivePost } from './schema.ts';

const NEXT_ACTION: Partial<Record<MilestoneState, string>> = {
  awaiting_funding: 'fund',
  funding: 'pay',
  funded: 'submit',
  changes_requested: 'fixChanges',
  overdue: 'submitLate',
  delivered: 'review',
  cancel_requested: 'answerCancel',
};

const nextActionOf = ({ state, accepted_at }: MilestoneBrief): string | null =>
  state === 'delivered' && accepted_at ? 'release' : (NEXT_ACTION[state] ?? null);

/** Status of a deal for one side. */
interface DealStatus extends Pick<
  DealListItem,
  'stage' | 'turn' | 'toSign' | 'nextAction' | 'deadlineAt' | 'milestone'
> {
  contractId: string;
}

function statusOf(contract: ContractFacts, briefs: readonly MilestoneBrief[], side: Side, now: Date): DealStatus {
  const { clocks } = contract.terms;
  const milestones = briefs.map((m) => ({
    ...m,
    deadlineAt: nextDeadline(m, now)?.at ?? null,
    turn: turnAt(
      {
        state: m.state,
        dueAt: m.due_at,
        bonus: m.bonus,
        clocks,
        cancelProposedBy: m.cancel_proposed_by,
        bankIsPaying: m.bank_is_paying,
      },
      now,
    ),
  }));
  const unsigned = contract.state === 'sent' || contract.state === 'partially_signed';
  const active = contract.state === 'active';
  const focus = focusOf(milestones, side);
  const unsignedBy = ([side, otherSide(side)] as const).filter((one) => !contract.signed.includes(one));
  const toSign = unsigned ? (unsignedBy[0] ?? null) : null;
  return {
    contractId: contract.id,
    stage: unsigned ? 'contract' : active && focus ? stageOf(focus.state) : 'done',
    turn: active && focus ? focus.turn : null,
    toSign,
    nextAction: unsigned ? (toSign === side ? 'sign' : null) : active && focus?.turn ? nextActionOf(focus) : null,
    deadlineAt: unsigned ? contract.deadline_at : active ? (focus?.deadlineAt ?? null) : null,
    milestone: focus
      ? {
          id: focus.id,
          title: focus.title,
          state: focus.state,
          terminated: isTerminated(focus),
          amount: focus.amount,
        }
      : null,
  };
}

const toListItem = (
  contract: ContractFacts,
  status: DealStatus,
  balances: Balances,
  creatorShare: DealListItem['creatorShare'],
  parties: Parameters<typeof partyIn>[0],
  live: LivePost | null,
): DealListItem => ({
  title: contract.title,
  campaignId: contract.campaign_id,
  campaignTitle: contract.campaign_title,
  state: contract.state,
  brand: partyIn(parties, contract.brand_org),
  creator: partyIn(parties, contract.creator_org),
  currency: contract.currency,
  total: contract.total,
  balances,
  creatorShare,
  live,
  ...status,
});

/** What is held and released of each milestone, as it is shared: the price is released from its beginning, the rest is held. */
async function creatorSharesOf(
  tx: OrgContext,
  { commission_bps: bps, currency }: ContractFacts,
  briefs: readonly MilestoneBrief[],
): Promise<DealListItem['creatorShare']> {
  const balances = await balancesByMilestone(
    tx,
    briefs.map((m) => m.id),
  );
  return briefs.reduce(
    (sum, { id, amount }) => {
      const { held, released } = balances.get(id) ?? NO_BALANCES;
      return {
        held: sum.held + commissionBetween(amount - held, amount, bps, currency).creator,
        released: sum.released + commissionOf(released, bps, currency).creator,
      };
    },
    { held: 0, released: 0 },
  );
}

const readerOf = (ctx: OrgContext): Reader => ({
  orgId: ctx.actor.orgId,
  orgKind: ctx.actor.orgKind,
  turn: statesOfTurn(ctx.actor.orgKind === 'brand' ? 'brand' : 'creator'),
  now: ctx.clock.now(),
});

/** How many deals of the actor's org are in each list, up to `COUNT_CAP`. */
export const dealCounts = (ctx: OrgContext): Promise<DealCounts> =>
  withTx(ctx, (tx) => countDeals(tx.db, readerOf(tx), COUNT_CAP));

/** Milestones whose next act is the actor's, by their next deadline; call inside an open transaction. */
export const nextActs = (tx: OrgContext, limit: number): Promise<string[]> =>
  milestonesToActOn(tx.db, readerOf(tx), limit);

async function itemsOf(tx: OrgContext, ids: readonly string[]): Promise<DealListItem[]> {
  const { orgId } = tx.actor;
  const now = tx.clock.now();
  const milestones = new Map<string, MilestoneBrief[]>();
  for (const brief of await milestonesOf(tx.db, ids)) {
    const list = milestones.get(brief.contract_id);
    if (list) list.push(brief);
    else milestones.set(brief.contract_id, [brief]);
  }
  const facts = await contractFacts(tx.db, { orgId, ids });
  const balances = await balancesByContract(tx, ids);
  const live = await livePosts(tx.db, ids);
  const ownSide: Side = tx.actor.orgKind === 'brand' ? 'brand' : 'creator';
  const addenda = await addendaToSign(tx.db, { contractIds: ids, side: ownSide });
  const parties = await partiesOf(
    tx,
    [...facts.values()].flatMap((c) => [c.brand_org, c.creator_org]),
  );
  const shares = new Map<string, DealListItem['creatorShare']>();
  for (const [id, contract] of facts) {
    if (contract.creator_org !== orgId) continue;
    const { held, released } = balances.get(id) ?? NO_BALANCES;
    const whole = contract.commission_bps === 0 || held + released === 0;
    shares.set(id, whole ? { held, released } : await creatorSharesOf(tx, contract, milestones.get(id) ?? []));
  }
  return ids.flatMap((id) => {
    const contract = facts.get(id);
    if (!contract) return [];
    const side: Side = contract.brand_org === orgId ? 'brand' : 'creator';
    const status = statusOf(contract, milestones.get(id) ?? [], side, now);
    const toSign = addenda.get(id);
    // A milestone that waits for the reader comes first; an addendum is signed beside it.
    if (toSign && status.turn !== side)
      Object.assign(status, {
        turn: side,
        nextAction: 'signAddendum',
        deadlineAt: toSign,
      } satisfies Partial<DealStatus>);
    return [
      toListItem(
        contract,
        status,
        balances.get(id) ?? NO_BALANCES,
        shares.get(id) ?? null,
        parties,
        live.get(id) ?? null,
      ),
    ];
  });
}

/** Parts of the list in their order; each is read from an index of its own. */
const PARTS = ['mine', 'waiting', 'ended'] as const;
/** The list in the order of its contracts has one part. */
const NEWEST = ['newest'] as const;
type Part = (typeof PARTS)[number] | (typeof NEWEST)[number];
type Box = z.output<typeof listDealsInput>['box'];
const PARTS_OF: Record<Box, readonly Part[]> = {
  all: PARTS,
  active: ['mine', 'waiting'],
  paid: ['ended'],
  past: ['ended'],
};

type PartPlace = PlacedDeal & { part: Part };

/**
 * Deals of the actor's org, those whose next act is the actor's first, then by the next deadline; ended ones come after
 * them, the most recently changed first. With the sort `newest` in the order in which they were agreed.
 */
export async function listDeals(
  ctx: OrgContext,
  input: Partial<z.output<typeof listDealsInput>> = {},
): Promise<Page<DealListItem>> {
  const { box = 'all', sort = 'next', after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const reader = readerOf(tx);
    const [, begun, cursor] = /^(mine|waiting|ended|newest)~(.*)$/.exec(after ?? '') ?? [];
    const parts: readonly Part[] = sort === 'newest' ? NEWEST : PARTS_OF[box];
    const first = Math.max(parts.indexOf(begun as Part), 0);
    const rows: PartPlace[] = [];
    for (const part of parts.slice(first)) {
      const room = limit + 1 - rows.length;
      if (room <= 0) break;
      const page = { after: part === begun ? readPlace(cursor) : null, limit: room };
      const found =
        part === 'newest'
          ? await newestDeals(tx.db, reader, { ...page, box })
          : part === 'mine'
            ? await dealsToActOn(tx.db, reader, page)
            : part === 'waiting'
              ? await waitingDeals(tx.db, reader, page)
              : await endedDeals(tx.db, reader, { ...page, paid: box === 'all' ? null : box === 'paid' });
      rows.push(...found.map((row) => ({ ...row, part })));
    }
    const items = new Map(
      (
        await itemsOf(
          tx,
          rows.slice(0, limit).map((row) => row.contract_id),
        )
      ).map((item) => [item.contractId, item]),
    );
    const page = toPage(
      rows,
      limit,
      (row) => `${row.part}~${placeCursor(row)}`,
      (row) => items.get(row.contract_id),
    );
    return { items: page.items.filter((item) => item !== undefined), next: page.next };
  });
}

const urgency = (deal: DealListItem): number => deal.deadlineAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** All deals of a campaign that the actor's org is a party of, in the order of `listDeals`. */
export async function dealsOfCampaign(
  ctx: OrgContext,
  { campaignId }: z.output<typeof dealsOfCampaignInput>,
): Promise<DealListItem[]> {
  return withTx(ctx, async (tx) => {
    const ownSide = tx.actor.orgKind === 'brand' ? 'brand' : 'creator';
    const items = await itemsOf(tx, await contractsOfCampaign(tx.db, { orgId: tx.actor.orgId, campaignId }));
    const [over, running] = [items.filter((d) => d.stage === 'done'), items.filter((d) => d.stage !== 'done')];
    running.sort((a, b) => Number(b.turn === ownSide) - Number(a.turn === ownSide) || urgency(a) - urgency(b));
    return [...running, ...over];
  });
}
