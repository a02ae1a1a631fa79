import { sql } from 'kysely';
import { firstBrokenEvent, isStep, MILESTONE_MACHINE } from '../escrow/rules.ts';
import type { MilestoneState, TimelineEvent } from '../escrow/schema.ts';
import { byQuery, type CheckContext, type Invariant } from './check.ts';

const DAY_MS = 24 * 3_600_000;
/** A clock, a command or a webhook may run over by that much before somebody should look. */
const SETTLING_MS = 60_000;

const balances = sql`milestone_balances(array(select id from milestones))`;

interface ChainRow extends Omit<TimelineEvent, 'milestoneTitle'> {
  contractId: string;
}

async function chains({ db }: CheckContext): Promise<Map<string, ChainRow[]>> {
  const rows = await db
    .selectFrom('escrow_events')
    .select([
      'id', 'contract_id as contractId', 'seq', 'type', 'milestone_id as milestoneId', 'actor_kind as actorKind', 'actor_name as actorName', 'data', 'at', 'held', 'released',
      'refunded', 'disputed', 'hash', 'prev_hash as prevHash',
    ])
    .orderBy('contract_id')
    .orderBy('seq')
    .execute();
  const byContract = new Map<string, ChainRow[]>();
  for (const row of rows as unknown as ChainRow[]) {
    const chain = byContract.get(row.contractId);
    if (chain) chain.push(row);
    else byContract.set(row.contractId, [row]);
  }
  return byContract;
}

/** The state an event of a milestone leads to; absent: it does not move the state. */
const LEADS_TO: Record<string, MilestoneState> = {
  payment_started: 'funding', payment_failed: 'awaiting_funding', payment_expired: 'awaiting_funding', funded: 'funded', submitted: 'delivered',
  changes_requested: 'changes_requested', approved: 'approved', auto_approved: 'auto_approved', overdue: 'overdue', clearing: 'clearing',
  release_started: 'releasing', released: 'released', refund_started: 'refunding', refunded: 'refunded', void: 'void',
};

/** Whom the machine lets lead to a state. */
const actorsTo = (state: MilestoneState): Set<string> =>
  new Set(Object.values(MILESTONE_MACHINE).flatMap((t) => (t.to === state ? [...t.by] : [])));

/** The first step of a milestone's events that the machine does not have, or that somebody made who may not. */
function wrongStep(events: readonly ChainRow[], from: MilestoneState = 'awaiting_funding'): { text: string | null; state: MilestoneState } {
  let state = from;
  for (const e of events) {
    const to = LEADS_TO[e.type];
    if (!to) continue;
    const cancelled = e.type === 'refund_started' || e.type === 'void';
    if (to !== state && !isStep(state, to)) return { text: `${state} → ${to} by event ${e.seq}`, state };
    const who = e.actorKind === 'agency' ? 'creator' : e.actorKind;
    if (!cancelled && !actorsTo(to).has(who)) return { text: `${to} by ${e.actorKind} in event ${e.seq}`, state };
    state = to;
  }
  return { text: null, state };
}

/** States that a milestone is in a moment before the event that says so is written by its workflow. */
const AHEAD: Partial<Record<MilestoneState, MilestoneState>> = { refunding: 'funded' };

const eventChain: Invariant = {
  name: 'deal.event-chain',
  covers: 'I14 V10',
  says: 'The timeline of every deal is numbered without a gap and its hashes chain.',
  async find(ctx) {
    const found: string[] = [];
    for (const [contractId, chain] of await chains(ctx)) {
      const broken = await firstBrokenEvent(contractId, chain);
      if (broken !== null) found.push(`contract ${contractId} breaks at event ${broken}`);
    }
    return found;
  },
};

const replay: Invariant = {
  name: 'deal.events-replay',
  covers: 'I15 V11 V16',
  says: 'Read from its events, every milestone took steps of the machine by allowed actors and stands where its row says; the last event has the ledger\'s balances.',
  async find(ctx) {
    const found: string[] = [];
    const milestones = await ctx.db.selectFrom('milestones').select(['id', 'contract_id', 'state']).execute();
    const ledger = new Map(
      (await sql<{ contract_id: string; held: number; released: number; refunded: number; disputed: number }>`
        select m.contract_id, sum(b.held)::bigint as held, sum(b.released)::bigint as released, sum(b.refunded)::bigint as refunded, sum(b.disputed)::bigint as disputed
          from ${balances} b join milestones m on m.id = b.milestone_id group by m.contract_id`.execute(ctx.db)).rows.map((r) => [r.contract_id, r]),
    );
    for (const [contractId, chain] of await chains(ctx)) {
      const last = chain.at(-1)!;
      const books = ledger.get(contractId) ?? { held: 0, released: 0, refunded: 0, disputed: 0 };
      for (const part of ['held', 'released', 'refunded', 'disputed'] as const) {
        if (last[part] !== books[part]) found.push(`contract ${contractId}: ${part} is ${last[part]} by its events, ${books[part]} in the ledger`);
      }
      for (const m of milestones.filter((one) => one.contract_id === contractId && one.state !== 'proposed')) {
        const own = chain.filter((e) => e.milestoneId === m.id);
        const { text, state } = wrongStep(own);
        const stored = m.state as MilestoneState;
        if (text) found.push(`milestone ${m.id}: ${text}`);
        else if (state !== stored && !(AHEAD[stored] && own.some((e) => e.type === 'cancelled' || e.type === 'overdue')) && own.length > 0) found.push(`milestone ${m.id} is ${stored}, its events say ${state}`);
      }
    }
    return found;
  },
};

/** What deals, payments and the ledger promise each other. */
export const DEAL_INVARIANTS: readonly Invariant[] = [
  byQuery('deal.milestone-adds-up', 'I4 V5', 'Per milestone, what was funded is held, released, refunded or disputed.', () => sql`
    select 'milestone ' || milestone_id || ': ' || funded || ' ≠ ' || held || ' + ' || released || ' + ' || refunded || ' + ' || disputed as detail
      from ${balances} where funded <> held + released + refunded + disputed`),
  byQuery('deal.not-more-than-funded', 'I6 V6', 'No milestone pays out or back more than came in, and none is released twice.', () => sql`
    select 'milestone ' || milestone_id || ' gave ' || (released + refunded) || ' of ' || funded as detail from ${balances} where released + refunded > funded
    union all
    select 'milestone ' || milestone_id || ' was released ' || count(*) || ' times' from ledger_tx where kind = 'release' group by milestone_id having count(*) > 1`),
  byQuery('deal.fee-adds-up', 'I5', 'The fee collected with a charge is deferred, earned or returned, and its tax is owed or returned.', () => sql`
    select 'milestone ' || a.scope || ': fee ' || sum(e.credit) filter (where t.kind = 'funded') || ', left ' || a.balance as detail
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id where a.code = 'FEE_DEFERRED'
      group by a.id, a.scope, a.balance
      having coalesce(sum(e.credit) filter (where t.kind = 'funded'), 0)
             <> a.balance + coalesce(sum(e.debit) filter (where t.kind in ('release', 'refund_decided')), 0)`),
  byQuery('deal.contract-adds-up', 'I5', 'The milestones of a contract are its total.', () => sql`
    select 'contract ' || c.id || ': ' || c.total || ' ≠ ' || sum(m.amount) as detail from contracts c join milestones m on m.contract_id = c.id group by c.id having sum(m.amount) <> c.total`),
  byQuery('deal.state-fits-money', 'V5', 'A milestone that has ended holds nothing; one that is secured holds its whole price.', () => sql`
    select 'milestone ' || m.id || ' is ' || m.state || ' and holds ' || coalesce(b.held, 0) as detail
      from milestones m left join ${balances} b on b.milestone_id = m.id
      where (m.state in ('proposed', 'awaiting_funding', 'funding', 'releasing', 'released', 'refunded', 'void') and coalesce(b.held, 0) <> 0)
         or (m.state in ('funded', 'delivered', 'changes_requested', 'overdue', 'approved', 'auto_approved', 'clearing') and coalesce(b.held, 0) <> m.amount)
    union all
    select 'milestone ' || m.id || ' is ' || m.state || ' and fee ' || a.balance || ' is deferred' from milestones m
      join ledger_accounts a on a.code = 'FEE_DEFERRED' and a.scope = m.id::text where m.state in ('releasing', 'released', 'refunded', 'void') and a.balance <> 0`),
  byQuery('deal.release-was-earned', 'I7', 'Money leaves escrow only for a contract both signed on the same text, after an approval or a cancellation.', () => sql`
    select 'milestone ' || t.milestone_id || ' was released without ' ||
           case when not signed.ok then 'two signatures on the document' else 'an approval' end as detail
      from ledger_tx t join milestones m on m.id = t.milestone_id join contracts c on c.id = m.contract_id
      cross join lateral (select count(*) = 2 as ok from signatures s where s.contract_id = c.id and s.document_hash = c.document_hash) signed
      where t.kind = 'release'
        and (not signed.ok or not exists (select from escrow_events e where e.milestone_id = m.id and e.type in ('approved', 'auto_approved', 'cancelled')))`),
  byQuery('deal.one-claim', 'I8', 'At most one claim on a milestone\'s money at a time.', () => sql`
    select 'milestone ' || milestone_id || ' has ' || count(*) || ' payments under way' as detail from payments where state in ('claimed', 'open', 'processing') group by milestone_id having count(*) > 1
    union all
    select 'milestone ' || m.id || ' is released and refunded at once' from milestones m
      where exists (select from ledger_tx t where t.milestone_id = m.id and t.kind = 'release' and not exists (select from escrow_events e where e.milestone_id = m.id and e.type = 'cancelled'))
        and exists (select from refunds r where r.milestone_id = m.id and r.reason <> 'late_payment')`),
  byQuery('deal.currency-is-fixed', 'I16', 'A deal, its milestones, payments and accounts have one currency.', () => sql`
    select 'milestone ' || m.id || ' is ' || m.currency || ', its contract ' || c.currency as detail from milestones m join contracts c on c.id = m.contract_id where m.currency <> c.currency
    union all
    select 'payment ' || p.id || ' is ' || p.currency || ', its milestone ' || m.currency from payments p join milestones m on m.id = p.milestone_id where m.currency <> p.currency
    union all
    select a.code || ' of milestone ' || m.id || ' is ' || a.currency from ledger_accounts a join milestones m on m.id::text = a.scope where a.currency <> m.currency`),
  byQuery('deal.charged-is-quoted', 'I17', 'What was charged is the quote, line by line, and what was booked is the charge.', () => sql`
    select 'payment ' || p.id || ' differs from its quote' as detail from payments p join quotes q on q.id = p.quote_id
      where (p.price, p.fee, p.tax, p.total) is distinct from (q.price, q.fee, q.tax, q.total) or p.milestone_id <> q.milestone_id
    union all
    select 'payment ' || p.id || ' is ' || p.state || ' and ' || coalesce(sum(e.debit), 0) || ' of ' || p.total || ' was booked' from payments p
      left join ledger_tx t on t.op_id = p.op_id and t.kind = 'funded'
      left join ledger_entries e on e.tx_id = t.id and e.account_id in (select id from ledger_accounts where code = 'PSP_BAL')
      where p.state in ('paid', 'refunding', 'refunded') group by p.id having coalesce(sum(e.debit), 0) <> p.total`),
  byQuery('deal.refunds-are-owed', 'P10', 'A refund that came back or was refused is owed to its brand until it is paid another way, and nothing else is; one under way is claimed in full.', () => sql`
    select 'payment ' || p.id || ' owes its brand ' || coalesce(a.balance, 0) || ' instead of ' || coalesce(r.back, 0) as detail
      from payments p
      left join ledger_accounts a on a.code = 'REFUND_PAYABLE' and a.scope = p.id::text
      left join (select payment_id, sum(amount) as back from refunds where state = 'failed' group by payment_id) r on r.payment_id = p.id
      where coalesce(a.balance, 0) <> coalesce(r.back, 0)
    union all
    select 'refund ' || r.op_id || ' is ' || r.state || ' and ' || coalesce(a.balance, 0) || ' of ' || r.amount || ' is claimed'
      from refunds r left join ledger_accounts a on a.code = 'REFUND_IN_FLIGHT' and a.scope = r.op_id
      where coalesce(a.balance, 0) <> case r.state when 'claimed' then r.amount else 0 end`),
  byQuery('deal.deadlines', 'I12 V13', 'Every open milestone has a next moment, a workflow, and no moment that passed unheeded.', ({ now }) => sql`
    select 'milestone ' || m.id || ' is ' || m.state || ' without a deadline' as detail from milestones m where m.state not in ('proposed', 'released', 'refunded', 'void') and m.deadline_at is null
    union all
    select 'milestone ' || m.id || ' should have moved on at ' || m.deadline_at from milestones m
      where m.state in ('awaiting_funding', 'funding', 'funded', 'changes_requested', 'delivered', 'overdue', 'approved', 'auto_approved', 'clearing')
        and m.deadline_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz and m.holds = '{}'
    union all
    select 'milestone ' || m.id || ' is ' || m.state || ' and should not hold money since ' || m.hold_expires_at from milestones m
      where m.state in ('funded', 'changes_requested', 'delivered', 'overdue', 'approved', 'auto_approved', 'clearing')
        and m.hold_expires_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz and m.holds = '{}'
    union all
    select 'milestone ' || m.id || ' has no workflow' from milestones m where m.state not in ('proposed', 'void')
      and not exists (select from workflow_outbox o where o.workflow_id = 'escrow/' || m.id and o.kind = 'start')`),
  byQuery('deal.documents-gapless', 'V15', 'Documents of a kind and year are numbered from one without a gap.', () => sql`
    select kind || ' ' || year || ': ' || count(*) || ' documents, last number ' || max(number) as detail from documents group by kind, year having count(*) <> max(number) or min(number) <> 1`),
  eventChain,
  replay,
  byQuery('platform.claims-are-settled', 'I18 V13', 'No call to the provider stays open for a day, and none waits for a person.', ({ now }) => sql`
    select op_id || ' is ' || state || coalesce(': ' || error, '') as detail from operations
      where state = 'unknown' or (state = 'claimed' and claimed_at < ${new Date(now.getTime() - DAY_MS)}::timestamptz)`),
  byQuery('platform.commands-are-delivered', 'V13', 'No command to a workflow is stuck.', ({ now }) => sql`
    select workflow_id || ': ' || kind || coalesce(' ' || name, '') || ' ' || case when dead_at is not null then 'was given up' else 'waits' end as detail from workflow_outbox
      where dispatched_at is null and (dead_at is not null or available_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz)`),
  byQuery('platform.webhooks-are-read', 'V8', 'Every event of the provider was applied, or ignored for a reason.', ({ now }) => sql`
    select id || ' (' || type || ') is pending' as detail from psp_events where state = 'pending' and received_at < ${new Date(now.getTime() - 2 * SETTLING_MS)}::timestamptz
    union all
    select id || ' (' || type || ') was ignored without a reason' from psp_events where state = 'ignored' and coalesce(reason, '') = ''`),
  byQuery('platform.mails-once', 'V14', 'Every mail was sent once or waits; none was given up.', () => sql`
    select op_id || ' failed: ' || coalesce(last_error, '') as detail from mails where state = 'failed'
    union all
    select op_id || ' stands ' || count(*) || ' times' from mails group by op_id having count(*) > 1`),
];
