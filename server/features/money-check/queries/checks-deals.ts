import { sql, type RawBuilder } from 'kysely';
import { OF_ACCEPTED } from './accepted.ts';
import { findsOver, queriesOver, type CheckContext, type Finding, type RowInvariant } from './check.ts';

/** A deadline may be exceeded by this much before it is reported. */
const SETTLING_MS = 60_000;

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
/** By functions over the deals of a page, which are read once for all of them. */
const perDeal = findsOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
/** Overdue work and missing times: an operator has to act; the money owed is unaffected. */
const overdueWork = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: false });

interface BalanceRow {
  milestone_id: string;
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}
interface DealMilestone {
  id: string;
  state: string;
  amount: number;
  currency: string;
  /** Null: its money never moved. */
  balances: BalanceRow | null;
  feeDeferred: number;
  /** Of its price, released in parts that the books have. */
  inParts: number;
}

/** The milestones of the page's contracts with their balances. */
export const dealsOf = (ctx: CheckContext): Promise<DealMilestone[]> =>
  ctx.once('deals', async () => {
    const { rows } = await sql<Omit<DealMilestone, 'balances'>>`
      select m.id, m.state, m.amount, m.currency, coalesce(a.balance, 0)::bigint as "feeDeferred",
          coalesce((select sum(p.amount) from release_parts p where p.milestone_id = m.id and p.earned_at is not null), 0)::bigint as "inParts"
        from milestones m
        left join ledger_accounts a on a.code = 'FEE_DEFERRED' and a.scope = m.id::text and a.currency = m.currency
        where m.contract_id = any(${ctx.page}::uuid[])`.execute(ctx.db);
    const { rows: moved } =
      await sql<BalanceRow>`select milestone_id, funded, held, released, refunded, disputed from milestone_balances(${rows.map((m) => m.id)}::uuid[])`.execute(
        ctx.db,
      );
    const balances = new Map(moved.map((b) => [b.milestone_id, b]));
    return rows.map((m) => ({ ...m, balances: balances.get(m.id) ?? null }));
  });

export const among = async (
  ctx: CheckContext,
  wrong: (m: DealMilestone, b: BalanceRow) => string | null,
): Promise<Finding[]> =>
  (await dealsOf(ctx)).flatMap((m) => {
    const detail = wrong(
      m,
      m.balances ?? { milestone_id: m.id, funded: 0, held: 0, released: 0, refunded: 0, disputed: 0 },
    );
    return detail ? [{ detail, currency: m.currency }] : [];
  });

const HOLDS_NOTHING = new Set([
  'proposed',
  'awaiting_funding',
  'funding',
  'releasing',
  'released',
  'refunded',
  'void',
  'settling',
  'settled_split',
]);
const HOLDS_ITS_PRICE = new Set([
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'approved',
  'auto_approved',
  'clearing',
  'disputed',
  'cancel_requested',
  'awaiting_live',
  'retention',
]);
const HAS_NO_FEE = new Set(['releasing', 'released', 'refunded', 'void', 'settling', 'settled_split']);

const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;
/** As texts: scopes of accounts. */
const scopesOf = (page: readonly string[]) => sql`array(select m.id::text from milestones m where ${ofPage(page)})`;

/** The posting is of a part that the brand, the approval or the live post released, as its timeline has it. */
const ofReleasedPart = (opId: RawBuilder<unknown>) => sql<boolean>`exists (select from release_parts p
    join escrow_events e on e.contract_id = p.contract_id and e.milestone_id = p.milestone_id and e.type = 'part_released'
      and (p.cause <> 'brand' or e.actor_kind = 'brand') and coalesce(e.data->>'cause', 'brand') = p.cause
      and (e.data->>'n')::int = p.n and (e.data->>'amount')::bigint = p.amount
    where p.milestone_id = m.id and ${opId} = 'release:' || m.id || case when p.n = 1 then '' else ':' || p.n end)`;

/** Invariants between deals, payments and the ledger. */
export const DEAL_INVARIANTS: readonly RowInvariant[] = [
  perDeal(
    'deal.milestone-adds-up',
    'I4 V5',
    'Per milestone, what was funded is held, released, refunded or disputed.',
    (ctx) =>
      among(ctx, (m, b) =>
        b.funded === b.held + b.released + b.refunded + b.disputed
          ? null
          : `milestone ${m.id}: ${b.funded} ≠ ${b.held} + ${b.released} + ${b.refunded} + ${b.disputed}`,
      ),
  ),
  perDeal(
    'deal.not-more-than-funded',
    'I6 V6',
    'No milestone pays out or back more than came in, and none is released more often than in its parts and at its end.',
    async (ctx) => {
      const { rows } = await sql<Finding>`
      select 'milestone ' || t.milestone_id || ' was released ' || count(*) || ' times' as detail, m.currency from milestones m join ledger_tx t on t.milestone_id = m.id and t.kind = 'release'
        where ${ofPage(ctx.page)} group by t.milestone_id, m.currency, m.id
          having count(*) > 1 + (select count(*) from release_parts p where p.milestone_id = m.id and p.earned_at is not null)`.execute(
        ctx.db,
      );
      return [
        ...(await among(ctx, (m, b) =>
          b.released + b.refunded > b.funded
            ? `milestone ${m.id} gave ${b.released + b.refunded} of ${b.funded}`
            : null,
        )),
        ...rows,
      ];
    },
  ),
  perContract(
    'deal.fee-adds-up',
    'I5',
    'The fee collected with a charge is deferred, earned or returned, and its tax is owed or returned.',
    ({ page }) => sql`
    select 'milestone ' || a.scope || ': fee ' || fee.collected || ', left ' || a.balance as detail, a.currency
      from ledger_accounts a
      -- From the account to its entries: joined as tables, all entries of the ledger are read for each page.
      cross join lateral (
        select coalesce(sum(e.credit) filter (where t.kind = 'funded'), 0) as collected,
               coalesce(sum(e.debit) filter (where t.kind in ('release', 'refund_decided')), 0) as gone
          from ledger_entries e join ledger_tx t on t.id = e.tx_id where e.account_id = a.id) fee
      where a.code = 'FEE_DEFERRED' and a.scope = any(${scopesOf(page)}) and fee.collected <> a.balance + fee.gone`,
  ),
  perContract(
    'deal.contract-adds-up',
    'I5',
    'The milestones of a contract are its total, and its total is what was signed with what its addenda changed.',
    ({ page }) => sql`
    select 'contract ' || c.id || ': ' || c.total || ' ≠ ' || sum(m.amount) as detail, c.currency from contracts c join milestones m on m.contract_id = c.id
      where c.id = any(${page}::uuid[]) group by c.id having sum(m.amount) <> c.total
    union all
    select 'contract ' || c.id || ': ' || c.total || ' ≠ ' || signed.total || ' + ' || added.total, c.currency from contracts c
      cross join lateral (select coalesce(sum((t->>'amount')::bigint), 0) as total from jsonb_array_elements(c.terms->'milestones') t) signed
      cross join lateral (select coalesce(sum(a.total_after - a.total_before), 0) as total from addenda a
        where a.contract_id = c.id and a.state = 'applied') added
      where c.id = any(${page}::uuid[]) and c.total <> signed.total + added.total`,
  ),
  perContract(
    'deal.addenda-were-signed',
    'I5 I7',
    'A contract changed only by addenda that both sides signed, each on the text before it, and its prices are those of the terms in force.',
    ({ page }) => sql`
    select 'addendum ' || a.n || ' of contract ' || a.contract_id || ' is in force without two signatures on its text' as detail, a.currency from addenda a
      where a.contract_id = any(${page}::uuid[]) and a.state = 'applied'
        and (select count(*) from addendum_signatures s where s.addendum_id = a.id and s.document_hash = a.document_hash) <> 2
    union all
    select 'addendum ' || a.n || ' of contract ' || a.contract_id || ' does not follow the text before it', a.currency from addenda a
      join contracts c on c.id = a.contract_id
      where a.contract_id = any(${page}::uuid[]) and a.state = 'applied' and a.previous_hash <> coalesce(
        (select b.document_hash from addenda b where b.contract_id = a.contract_id and b.state = 'applied' and b.n < a.n order by b.n desc limit 1),
        c.document_hash)
    union all
    select 'milestone ' || m.id || ' is worth ' || m.amount || ', the terms in force say ' || coalesce(t.part->>'amount', 'nothing'), c.currency
      from contracts c join milestones m on m.contract_id = c.id
      cross join lateral (select coalesce(c.amended_terms, c.terms)->'milestones'->(m.seq - 1) as part) t
      where c.id = any(${page}::uuid[]) and c.amended_terms is not null and (t.part->>'amount')::bigint is distinct from m.amount`,
  ),
  perDeal(
    'deal.state-fits-money',
    'V5',
    'A milestone that has ended holds nothing; one that is secured holds its price less the parts that were released.',
    (ctx) =>
      among(ctx, (m, b) => {
        // Money that a card's bank disputes is set aside, and still the milestone's.
        const held = b.held + b.disputed;
        if (
          (HOLDS_NOTHING.has(m.state) && held !== 0) ||
          (HOLDS_ITS_PRICE.has(m.state) && held !== m.amount - m.inParts)
        )
          return `milestone ${m.id} is ${m.state} and holds ${held}`;
        return HAS_NO_FEE.has(m.state) && m.feeDeferred !== 0
          ? `milestone ${m.id} is ${m.state} and fee ${m.feeDeferred} is deferred`
          : null;
      }),
  ),
  perContract(
    'deal.release-was-earned',
    'I7',
    'Money leaves escrow only for a contract both signed on the same text, after an approval, a cancellation, or as a part that the brand or the terms released.',
    ({ page }) => sql`
    select 'milestone ' || t.milestone_id || ' was released without ' ||
           case when not signed.ok then 'two signatures on the document' else 'an approval' end as detail, m.currency
      from milestones m join ledger_tx t on t.milestone_id = m.id and t.kind = 'release' join contracts c on c.id = m.contract_id
      cross join lateral (select count(*) = 2 as ok from signatures s where s.contract_id = c.id and s.document_hash = c.document_hash) signed
      where ${ofPage(page)}
        and (not signed.ok or not exists (select from escrow_events e where e.contract_id = c.id and e.milestone_id = m.id and e.type in ('approved', 'auto_approved', 'cancelled', 'dispute_settled'))
             and not ${ofReleasedPart(sql`t.op_id`)})`,
  ),
  perContract(
    'deal.one-claim',
    'I8',
    "At most one claim on a milestone's money at a time.",
    ({ page }) => sql`
    select 'milestone ' || m.id || ' has ' || count(*) || ' payments under way' as detail, m.currency from milestones m join payments p on p.milestone_id = m.id
      where ${ofPage(page)} and p.state in ('claimed', 'open', 'processing') group by m.id, m.currency having count(*) > 1
    union all
    select 'milestone ' || m.id || ' is released and refunded at once', m.currency from milestones m
      where ${ofPage(page)}
        and exists (select from ledger_tx t where t.milestone_id = m.id and t.kind = 'release' and not ${ofReleasedPart(sql`t.op_id`)}
                      and not exists (select from escrow_events e where e.contract_id = m.contract_id and e.milestone_id = m.id and e.type in ('cancelled', 'dispute_settled')))
        and exists (select from refunds r where r.milestone_id = m.id and r.reason not in ('late_payment', 'debt_repaid'))`,
  ),
  perContract(
    'deal.currency-is-fixed',
    'I16',
    'A deal, its milestones, payments and accounts have one currency.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' is ' || m.currency || ', its contract ' || c.currency as detail, m.currency from milestones m join contracts c on c.id = m.contract_id
      where ${ofPage(page)} and m.currency <> c.currency
    union all
    select 'payment ' || p.id || ' is ' || p.currency || ', its milestone ' || m.currency, m.currency from milestones m join payments p on p.milestone_id = m.id
      where ${ofPage(page)} and p.currency <> m.currency
    union all
    select a.code || ' of milestone ' || m.id || ' is ' || a.currency, m.currency from milestones m
      join ledger_accounts a on a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED') and a.scope = m.id::text
      where ${ofPage(page)} and a.currency <> m.currency`,
  ),
  perContract(
    'deal.charged-is-quoted',
    'I17',
    'What was charged is the quote, line by line, or less of its fee and tax of suspended money that was accepted, and what was booked is the charge, line by line.',
    ({ page }) => sql`
    select 'payment ' || p.id || ' differs from its quote' as detail, p.currency from milestones m join payments p on p.milestone_id = m.id join quotes q on q.id = p.quote_id
      where ${ofPage(page)} and ((p.price, p.fee, p.tax, p.total) is distinct from (q.price, q.fee, q.tax, q.total) or p.milestone_id <> q.milestone_id)
        and not (${OF_ACCEPTED} and p.milestone_id = q.milestone_id and p.price = q.price and p.fee between 0 and q.fee and p.tax between 0 and q.tax and p.total = p.price + p.fee + p.tax)
    union all
    select 'payment ' || p.id || ' is ' || p.state || ' and ' || coalesce(b.booked, 0) || ' of ' || p.total || ' was booked (' || concat_ws(', ', b.price, b.fee, b.tax) || ')', p.currency from milestones m
      join payments p on p.milestone_id = m.id join quotes q on q.id = p.quote_id
      -- From the posting to its entries: an account has those of all deals.
      left join lateral (select sum(e.debit) filter (where a.code in ('PSP_BAL', 'SUSPENSE')) as booked,
          sum(e.credit) filter (where a.code = 'ESCROW_HELD') as price, sum(e.credit) filter (where a.code = 'FEE_DEFERRED') as fee,
          sum(e.credit) filter (where a.code = 'TAX_PAYABLE' and a.scope = q.tax_country) as tax
        from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
                          where t.op_id = p.op_id and t.kind = 'funded') b on true
      where ${ofPage(page)} and p.state in ('paid', 'refunding', 'refunded')
        and (coalesce(b.booked, 0), coalesce(b.price, 0), coalesce(b.fee, 0), coalesce(b.tax, 0)) <> (p.total, p.price, p.fee, p.tax)`,
  ),
  perContract(
    'deal.refunds-are-owed',
    'P10',
    'A refund that came back or was refused is owed to its brand until it is paid another way, and nothing else is; one under way is claimed in full until the provider has taken it from its balance, and one that is done was taken in full.',
    ({ page }) => sql`
    select 'payment ' || p.id || ' owes its brand ' || coalesce(a.balance, 0) || ' instead of ' || coalesce(r.back, 0) as detail, p.currency
      from milestones m join payments p on p.milestone_id = m.id
      left join ledger_accounts a on a.code = 'REFUND_PAYABLE' and a.scope = p.id::text
      left join lateral (select sum(r.amount) as back from refunds r where r.milestone_id = m.id and r.payment_id = p.id and r.state = 'failed') r on true
      where ${ofPage(page)} and coalesce(a.balance, 0) <> coalesce(r.back, 0)
    union all
    select 'refund ' || r.op_id || ' is ' || r.state || ' and ' || coalesce(a.balance, 0) || ' of ' || r.amount || ' is claimed', r.currency
      from milestones m join refunds r on r.milestone_id = m.id join operations o on o.op_id = r.op_id
      left join ledger_accounts a on a.code = 'REFUND_IN_FLIGHT' and a.scope = r.op_id
      -- What waits for the provider's balance has not been sent.
      left join ledger_tx sent on sent.op_id = r.op_id || ':a' || o.attempt || ':sent'
      where ${ofPage(page)} and coalesce(a.balance, 0) <> case when r.state = 'claimed' or (r.state = 'pending' and sent.id is null) then r.amount else 0 end
    union all
    select 'refund ' || r.op_id || ' is done and ' || coalesce(b.taken, 0) || ' of ' || r.amount || ' was taken', r.currency
      from milestones m join refunds r on r.milestone_id = m.id join operations o on o.op_id = r.op_id
      left join lateral (select sum(e.debit) as taken from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.op_id = r.op_id || ':a' || o.attempt || ':sent' and a.code = 'REFUND_IN_FLIGHT') b on true
      where ${ofPage(page)} and r.state = 'done' and coalesce(b.taken, 0) <> r.amount`,
  ),
  overdueWork(
    'deal.deadlines',
    'I12 V13',
    'Every open milestone has a next moment, a workflow, and no moment that passed unheeded.',
    ({ now, page }) => sql`
    select 'milestone ' || m.id || ' is ' || m.state || ' without a deadline' as detail, m.currency from milestones m
      where ${ofPage(page)} and m.state not in ('proposed', 'released', 'refunded', 'void', 'settled_split') and m.deadline_at is null
    union all
    select 'milestone ' || m.id || ' should have moved on at ' || m.deadline_at, m.currency from milestones m
      where ${ofPage(page)} and m.state in ('awaiting_funding', 'funding', 'funded', 'changes_requested', 'delivered', 'overdue', 'cancel_requested', 'approved', 'auto_approved', 'clearing', 'awaiting_live', 'retention')
        and m.deadline_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz
        and (m.holds = '{}' or (m.state in ('approved', 'auto_approved', 'clearing') and m.holds <@ array['card_dispute']))
        and not (m.state in ('approved', 'auto_approved', 'clearing') and exists (select from money_stops s where s.currency = m.currency and s.lifted_at is null))
    union all
    select 'milestone ' || m.id || ' is ' || m.state || ' and should not hold money since ' || m.hold_expires_at, m.currency from milestones m
      where ${ofPage(page)} and m.state in ('funded', 'changes_requested', 'delivered', 'overdue', 'cancel_requested', 'approved', 'auto_approved', 'clearing', 'awaiting_live', 'retention')
        and m.hold_expires_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz and m.holds = '{}'
    union all
    select 'milestone ' || m.id || ' has no workflow', m.currency from milestones m where ${ofPage(page)} and m.state not in ('proposed', 'void')
      and not exists (select from workflow_outbox o where o.workflow_id = 'escrow/' || m.id and o.kind = 'start')`,
  ),
  overdueWork(
    'deal.times-are-recorded',
    'I15 V11',
    'The times at which a milestone was funded, approved, released or refunded are on its row, and those of its timeline.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' is ' || m.state || ' and was ' || t.what || ' at ' || coalesce(t.at::text, 'no time') || ', by its timeline at ' || coalesce(t.told::text, 'no time') as detail, m.currency
      from milestones m
      cross join lateral (
        select max(e.at) filter (where e.type = 'funded') as funded,
            max(e.at) filter (where e.type in ('approved', 'auto_approved')) as approved,
            max(e.at) filter (where e.type in ('released', 'settled_split')) as released,
            max(e.at) filter (where e.type in ('refunded', 'settled_split')) as refunded
          from escrow_events e where e.contract_id = m.contract_id and e.milestone_id = m.id) e
      cross join lateral (values
        ('funded', m.funded_at, e.funded, m.state not in ('proposed', 'awaiting_funding', 'funding', 'void')),
        ('approved', m.approved_at, e.approved, m.state in ('approved', 'auto_approved', 'clearing', 'awaiting_live', 'retention')),
        ('released', m.released_at, e.released, m.state in ('released', 'settled_split')),
        ('refunded', m.refunded_at, e.refunded, m.state in ('refunded', 'settled_split'))) t(what, at, told, is_needed)
      where ${ofPage(page)} and t.is_needed and (t.at is null or abs(extract(epoch from t.at - t.told)) > ${SETTLING_MS / 1_000})`,
  ),
  perContract(
    'deal.parts-add-up',
    'I5 I6',
    'The parts that were released of a milestone are numbered from one, are its sum of parts, and each is booked once in its amount.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' has released ' || m.released_parts || ' in parts of ' || coalesce(p.sum, 0) as detail, m.currency
      from milestones m left join lateral (select sum(amount) as sum, count(*) as n, max(n) as last from release_parts p where p.milestone_id = m.id) p on true
      where ${ofPage(page)} and (m.released_parts <> coalesce(p.sum, 0) or p.n <> coalesce(p.last, 0))
    union all
    select 'part ' || p.n || ' of milestone ' || m.id || ' is booked with ' || coalesce(b.booked, 0) || ' instead of ' || p.amount, m.currency
      from milestones m join release_parts p on p.milestone_id = m.id
      left join lateral (select sum(e.debit) as booked from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.op_id = 'release:' || m.id || case when p.n = 1 then '' else ':' || p.n end and t.milestone_id = m.id and a.code = 'ESCROW_HELD') b on true
      where ${ofPage(page)} and coalesce(b.booked, 0) <> case when p.earned_at is null then 0 else p.amount end`,
  ),
];
