import type { DealTerms } from '../../server/features/terms/schema.ts';
import { Books } from './books.ts';
import type { Deal } from './deal.ts';
import { newPayee } from './payee-account.ts';
import { NO_SCHEDULE } from './payout-row.ts';
import { EngineProvider } from './provider.ts';
import type { Rules } from './rules.ts';
import { IDS, milestoneIdOf, START, type Sim, type SimMilestone } from './state.ts';

/** A milestone as it begins. */
export const newMilestone = (
  deal: Deal,
  {
    seq,
    contract,
    title,
    amount,
    dueAt,
    terms,
  }: { seq: number; contract: string; title: string; amount: number; dueAt: Date; terms: DealTerms },
): SimMilestone => ({
  id: milestoneIdOf(seq),
  contract_id: contract,
  brand_org: IDS.brand,
  creator_org: IDS.creator,
  agency_org: deal.commissionBps > 0 ? IDS.agency : null,
  seq,
  title,
  amount,
  released_parts: 0,
  agreed_kept: null,
  ended_by_staff: false,
  withdrew: [],
  cancel_proposed_by: null,
  bonus: false,
  currency: deal.currency,
  state: 'proposed',
  version: 1,
  due_at: dueAt,
  work_due_at: null,
  deadline_at: null,
  funding_deadline_at: null,
  round: 0,
  rounds_max: deal.revisions,
  review_extended: false,
  post_overdue_at: null,
  post_extended_at: null,
  holds: [],
  funded_at: null,
  submitted_at: null,
  accepted_at: null,
  accepted_by: null,
  approved_at: null,
  released_at: null,
  refunded_at: null,
  hold_expires_at: null,
  refund_reason: null,
  charged_back_at: null,
  contract_state: 'active',
  contract_title: 'Autumn menu',
  campaign_id: null,
  commission_bps: deal.commissionBps,
  fee_bps: deal.feeBps,
  fee_terms: null,
  tax_bps: deal.taxBps,
  terms,
  brand_name: 'Café Lumen',
  creator_name: 'Maya Laurent',
  creator_on_hold_since: null,
  clock_stopped_at: null,
  dispute_id: null,
  settled_kept: null,
});

/** Both have signed: every milestone awaits its funding. */
export function begin(rules: Rules, deal: Deal, start = START): Sim {
  const provider = new EngineProvider(start);
  const books = new Books();
  provider.world.store.listen('balance_transaction', (owner, next, previous) => {
    if (owner !== 'platform') return;
    if (next && !previous) books.unmirrored.set(next.id, { net: next.net, currency: next.currency.toUpperCase() });
    if (!next && previous) books.unmirrored.delete(previous.id);
  });
  const { made } = { made: provider.createTopUp(floatCall(deal)) };
  books.post([
    {
      ...rules.postings.floatTopUp(deal.currency, deal.float),
      opId: 'float',
      providerRef: made.balanceTransactionId,
    },
  ]);
  const terms = {
    currency: deal.currency,
    killFeeBps: deal.killFeeBps,
    revisions: deal.revisions,
    clocks: deal.clocks,
    ...deal.terms,
    deliverables: [{ id: 'reel', platform: 'instagram', format: 'reel' }],
    milestones: deal.amounts.map((amount, i) => ({
      title: `Reel ${i + 1}`,
      amount,
      dueAt: new Date(start + deal.dueIn[i]!),
      deliverableIds: [],
    })),
  } as unknown as DealTerms;
  const milestones = deal.amounts.map((amount, i) =>
    newMilestone(deal, {
      seq: i + 1,
      contract: deal.second !== undefined && i + 1 >= deal.second ? IDS.second : IDS.contract,
      title: `Reel ${i + 1}`,
      amount,
      dueAt: new Date(start + deal.dueIn[i]!),
      terms,
    }),
  );
  const s: Sim = {
    rules,
    deal,
    now: start,
    provider,
    books,
    contracts: [...new Set(milestones.map((m) => m.contract_id))].map((id) => ({ id, state: 'active' })),
    milestones,
    payments: [],
    customer: null,
    methods: [],
    autoFund: { on: false, by: null, at: null, payableBefore: [] },
    limits: deal.limits,
    onHold: { brand: false, creator: false },
    automatic: [],
    addenda: [],
    operations: new Map(),
    sendAgain: new Map(),
    transfers: [],
    refunds: [],
    payouts: [],
    schedules: { creator: { ...NO_SCHEDULE }, agent: { ...NO_SCHEDULE } },
    refundDecisions: new Map(),
    parts: [],
    contests: [],
    grants: [],
    disputes: [],
    debts: [],
    debtPayments: [],
    writeOffs: [],
    rulings: [],
    parked: [],
    parkedDecisions: [],
    suspenseDecisions: [],
    cancelRequests: [],
    cases: [],
    events: [],
    inbox: [],
    sent: provider.events.length,
    signals: new Map(),
    snapshots: new Map(),
    retries: new Map(),
    warned: new Set(),
    stopped: false,
    converts: false,
    accounts: { creator: newPayee(provider, IDS.creator), agent: newPayee(provider, IDS.agency) },
    runs: [],
    notes: {
      payout: '',
      byHand: '',
      amount: 0,
      extended: new Map(),
      outcomes: new Set(),
      answered: new Set(),
      kept: new Map(),
    },
  };
  s.sent = provider.events.length;
  return s;
}

const floatCall = (deal: Deal) => ({
  opId: 'float',
  idempotencyKey: 'float:a1',
  amount: deal.float,
  currency: deal.currency,
  description: 'Platform float',
});
