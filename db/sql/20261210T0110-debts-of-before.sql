-- Debts that were booked before they had rows: by the postings that made and ended them.
insert into brand_debts (id, brand_org, contract_id, milestone_id, dispute_id, currency, amount, cancelled, opened_at, updated_at)
  select gen_random_uuid(), d.brand_org, d.contract_id, d.milestone_id, d.id, e.currency, e.debit,
      coalesce((select sum(x.credit) from ledger_tx b join ledger_entries x on x.tx_id = b.id join ledger_accounts y on y.id = x.account_id
        where b.op_id like 'dispute:' || d.id || ':recovered:%' and y.code = 'BRAND_RECEIVABLE'), 0), t.posted_at, t.posted_at
    from card_disputes d join ledger_tx t on t.op_id = 'dispute:' || d.id || ':lost'
    join ledger_entries e on e.tx_id = t.id and e.debit > 0 join ledger_accounts a on a.id = e.account_id and a.code = 'BRAND_RECEIVABLE';
insert into brand_debts (id, brand_org, contract_id, milestone_id, case_id, currency, amount, opened_at, updated_at)
  select gen_random_uuid(), a.scope::uuid, c.contract_id, c.milestone_id, c.id, e.currency, e.debit, t.posted_at, t.posted_at
    from cases c join ledger_tx t on t.op_id = 'parked:' || c.id
    join ledger_entries e on e.tx_id = t.id and e.debit > 0 join ledger_accounts a on a.id = e.account_id and a.code = 'BRAND_RECEIVABLE';
-- The references are checked now: a table with checks that wait cannot be altered.
set constraints all immediate;
set constraints all deferred;
