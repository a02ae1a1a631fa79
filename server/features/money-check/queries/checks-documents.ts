import { sql } from 'kysely';
import { queriesOver, type RowInvariant } from './check.ts';

/** A document is corrected by another one; the money it is about is right. */
const documents = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: false });
const numbers = queriesOver({ phase: 'deals', over: 'whole', stopsMoneyOut: false });
/** Stands for the platform in the series of numbers. */
const PLATFORM = '00000000-0000-0000-0000-000000000000';
const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;

/** What a document of earnings is about: a part of the milestone, or all of it. */
const PART = sql`coalesce((d.data->>'part')::int, 1)`;

/** Invariants of the documents of a deal. */
export const DOCUMENT_INVARIANTS: readonly RowInvariant[] = [
  numbers(
    'deal.documents-gapless',
    'V15',
    'Documents of an issuer, kind and year are numbered from one without a gap up to the last number that was given.',
    () => sql`
    select kind || ' ' || year || ': ' || coalesce(d.n, 0) || ' documents, numbers ' || coalesce(d.first, 0) || ' to ' || coalesce(d.last, 0) || ' of ' || coalesce(c.last, 0) as detail
      from document_counters c
      full join (select coalesce(issuer_org, ${PLATFORM}::uuid) as issuer, kind, year, count(*) as n, min(number) as first, max(number) as last
        from documents group by 1, 2, 3) d using (issuer, kind, year)
      where (d.n, d.first, d.last) is distinct from (c.last::bigint, 1, c.last)`,
  ),
  documents(
    'deal.documents-fit-books',
    'I17 V15',
    'A receipt is over what was charged, an invoice of the fee over fee and tax, a credit note over what went back, and a document of earnings over what was transferred; what was charged has a receipt, and what was transferred to a creator such a document.',
    ({ page }) => sql`
    select 'receipt ' || d.number || ' of ' || d.year || ' is over ' || d.amount || ', payment ' || p.id || ' was ' || p.total + coalesce(l.total, 0) as detail, p.currency
      from milestones m join payments p on p.milestone_id = m.id and p.lead_id is null join documents d on d.id = p.receipt_id
      left join lateral (select sum(x.total) as total from payments x where x.lead_id = p.id) l on true
      where ${ofPage(page)} and (d.amount, d.currency) is distinct from (p.total + coalesce(l.total, 0), p.currency)
    union all
    select d.kind || ' ' || d.number || ' of ' || d.year || ' is over ' || d.amount || ' instead of ' || coalesce(b.amount, 0), m.currency
      from milestones m join documents d on d.contract_id = m.contract_id and d.milestone_id = m.id
      cross join lateral (select case d.kind
        when 'fee_invoice' then (select p.fee + p.tax from payments p where p.id = (d.data->>'paymentId')::uuid)
        when 'commission_note' then (select sum(x.amount) from transfers x where x.milestone_id = m.id and x.leg = 'agent' and x.part = ${PART})
        else (select sum(x.amount) from transfers x where x.milestone_id = m.id and x.part = ${PART}) end as amount) b
      where ${ofPage(page)} and (d.kind in ('self_billed_invoice', 'earnings_statement', 'commission_note') or (d.kind = 'fee_invoice' and d.data ? 'paymentId'))
        and (d.amount <> coalesce(b.amount, 0) or d.currency <> m.currency)
    union all
    select 'payment ' || p.id || ' was charged and has no receipt', p.currency
      from milestones m join payments p on p.milestone_id = m.id and p.lead_id is null
      where ${ofPage(page)} and p.state in ('paid', 'refunding', 'refunded') and p.receipt_id is null
        and not exists (select from documents d where d.milestone_id = m.id and d.kind = 'receipt')
    union all
    select 'transfer ' || x.op_id || ' has no document of its earnings', x.currency
      from milestones m join transfers x on x.milestone_id = m.id and x.leg = 'creator' and x.state = 'sent'
      where ${ofPage(page)} and not exists (select from documents d where d.milestone_id = m.id and d.org_id = x.payee_org
        and d.kind in ('self_billed_invoice', 'earnings_statement') and ${PART} = x.part)
    union all
    -- What was decided to go back of a payment, by refund and by its bank.
    select 'credit notes of payment ' || n.payment_id || ' are over ' || n.amount || ', ' || b.back || ' went back', m.currency
      from milestones m
      cross join lateral (select d.data->>'paymentId' as payment_id, sum(d.amount) as amount from documents d
        where d.contract_id = m.contract_id and d.milestone_id = m.id and d.kind = 'credit_note' and d.issuer_org is null and d.data ? 'paymentId' group by 1) n
      cross join lateral (select coalesce(sum(e.credit), 0) as back from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
        where a.code = 'REFUND_PAYABLE' and a.scope = n.payment_id and t.kind = 'refund_decided') b
      where ${ofPage(page)} and n.amount <> b.back`,
  ),
];
