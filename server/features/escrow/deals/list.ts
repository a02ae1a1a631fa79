import type { z } from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { LIST_LIMIT } from '../../../core/lists.ts';
import { type Side } from '../../terms/schema.ts';
import { balancesByContract, NO_BALANCES } from '../../ledger/service.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import {
  contractFacts,
  contractsOf,
  countDeals,
  milestonesOf,
  type ContractBrief,
  type ContractFacts,
  type MilestoneBrief,
} from './queries/contracts.ts';
import { nextDeadline } from '../timers/rules.ts';
import { stageOf } from '../milestone/rules.ts';
import { turnAt } from '../rules.ts';
import type { Balances, DealListItem, listDealsInput, MilestoneState } from '../schema.ts';
import { focusOf } from './focus.ts';

const NEXT_ACTION: Partial<Record<MilestoneState, string>> = {
  awaiting_funding: 'fund',
  funding: 'pay',
  funded: 'submit',
  changes_requested: 'fixChanges',
  overdue: 'submitLate',
  delivered: 'review',
};

/** Status of a deal for one side. */
interface DealStatus extends Pick<DealListItem, 'stage' | 'turn' | 'nextAction' | 'deadlineAt' | 'milestone'> {
  contractId: string;
  side: Side;
}

function statusOf(contract: ContractBrief, briefs: readonly MilestoneBrief[], side: Side, now: Date): DealStatus {
  const { clocks } = contract;
  const milestones = briefs.map((m) => ({
    ...m,
    deadlineAt: nextDeadline(m, now)?.at ?? null,
    turn: turnAt({ state: m.state, dueAt: m.due_at, clocks, bankIsPaying: m.bank_is_paying }, now),
  }));
  const unsigned = contract.state === 'sent' || contract.state === 'partially_signed';
  const active = contract.state === 'active';
  const focus = focusOf(milestones, side);
  return {
    contractId: contract.id,
    side,
    stage: unsigned ? 'contract' : active && focus ? stageOf(focus.state) : 'done',
    turn: active && focus ? focus.turn : null,
    nextAction: unsigned ? 'sign' : active && focus?.turn ? (NEXT_ACTION[focus.state] ?? null) : null,
    deadlineAt: unsigned ? contract.deadline_at : active ? (focus?.deadlineAt ?? null) : null,
    milestone: focus ? { id: focus.id, title: focus.title, state: focus.state, amount: focus.amount } : null,
  };
}

const toListItem = (
  contract: ContractFacts,
  { side: _side, ...status }: DealStatus,
  balances: Balances,
  parties: Parameters<typeof partyIn>[0],
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
  ...status,
});

/** How many deals of the actor's org run, and how many that are over paid something. */
export const dealCounts = (ctx: OrgContext): Promise<{ active: number; paid: number }> =>
  withTx(ctx, (tx) => countDeals(tx.db, tx.actor.orgId));

const urgency = (deal: DealStatus): number => deal.deadlineAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * Deals of the actor's org, those whose next act is the actor's first, then by the next deadline, at most `LIST_LIMIT`.
 * The status of an active deal depends on the time, so all active deals are read before the list is cut; ended ones
 * come after them, the most recently changed first.
 */
export async function listDeals(ctx: OrgContext, input: z.output<typeof listDealsInput> = {}): Promise<DealListItem[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const { campaignId, stage } = input;
    const now = tx.clock.now();
    const statuses = async (contracts: readonly ContractBrief[]): Promise<DealStatus[]> => {
      const briefs = new Map<string, MilestoneBrief[]>();
      for (const brief of await milestonesOf(
        tx.db,
        contracts.map((c) => c.id),
      )) {
        const list = briefs.get(brief.contract_id);
        if (list) list.push(brief);
        else briefs.set(brief.contract_id, [brief]);
      }
      return contracts
        .map((c) => statusOf(c, briefs.get(c.id) ?? [], c.brand_org === orgId ? 'brand' : 'creator', now))
        .filter((s) => !stage || s.stage === stage);
    };
    const running = (await statuses(await contractsOf(tx.db, { orgId, campaignId, open: true, limit: null })))
      .sort((a, b) => Number(b.turn === b.side) - Number(a.turn === a.side) || urgency(a) - urgency(b))
      .slice(0, LIST_LIMIT);
    const room = stage && stage !== 'done' ? 0 : LIST_LIMIT - running.length;
    const shown =
      room > 0
        ? [...running, ...(await statuses(await contractsOf(tx.db, { orgId, campaignId, open: false, limit: room })))]
        : running;
    const ids = shown.map((s) => s.contractId);
    const facts = await contractFacts(tx.db, { orgId, ids });
    const balances = await balancesByContract(tx, ids);
    const parties = await partiesOf(
      tx,
      [...facts.values()].flatMap((c) => [c.brand_org, c.creator_org]),
    );
    return shown.flatMap((s) => {
      const contract = facts.get(s.contractId);
      return contract ? [toListItem(contract, s, balances.get(s.contractId) ?? NO_BALANCES, parties)] : [];
    });
  });
}
