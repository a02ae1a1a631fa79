-- The only function that writes the ledger. It posts several balanced transactions in one call: p_places names the posting of each
-- leg, counted from 1. The caller sorts the legs over all postings (code, scope, currency; those of one account in the order of their
-- postings): accounts are locked in this order, so that two calls never wait for each other in a circle. Operations are claimed before
-- any account is locked; an account is created with its first leg. Returns for each posting whether it was new; one whose operation was
-- posted before changes nothing. Arrays of numbers instead of rows: copying a row's description costs more than the posting.
--
-- It also keeps the totals of the orgs, here and not in a trigger: a call whose accounts have none pays nothing for them. Their rows are
-- locked in one order too, after the accounts.
create or replace function ledger_post_all(
    p_txs uuid[], p_op_ids text[], p_kinds text[], p_contracts uuid[], p_milestones uuid[], p_provider_refs text[],
    p_at timestamptz[], p_places int[], p_codes text[], p_scopes text[], p_currencies text[], p_sides text[],
    p_orgs uuid[], p_negatives boolean[], p_debits bigint[], p_credits bigint[]
) returns boolean[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fresh boolean[] := '{}'; v_id bigint; v_balance bigint; v_version bigint; v_org uuid;
  ids bigint[] := '{}'; balances bigint[] := '{}'; versions bigint[] := '{}';
  totalled int[] := '{}'; orgs uuid[] := '{}';
begin
  for n in 1 .. cardinality(p_txs) loop
    insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
      values (p_txs[n], p_op_ids[n], p_kinds[n], p_contracts[n], p_milestones[n], p_provider_refs[n], p_at[n])
      on conflict (op_id) do nothing;
    fresh := fresh || found;
  end loop;
  for i in 1 .. cardinality(p_codes) loop
    if not fresh[p_places[i]] then
      -- A leg without an account is no entry.
      ids := ids || null::bigint; balances := balances || null::bigint; versions := versions || null::bigint;
      continue;
    end if;
    loop
      update ledger_accounts a
        set balance = a.balance + (p_debits[i] - p_credits[i]) * case a.side when 'debit' then 1 else -1 end, version = a.version + 1
        where a.code = p_codes[i] and a.scope = p_scopes[i] and a.currency = p_currencies[i]
        returning a.id, a.balance, a.version, a.org_id into v_id, v_balance, v_version, v_org;
      exit when found;
      insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
        values (p_codes[i], p_scopes[i], p_currencies[i], p_sides[i], p_orgs[i], p_negatives[i])
        on conflict (code, scope, currency) do nothing;
    end loop;
    ids := ids || v_id; balances := balances || v_balance; versions := versions || v_version;
    if v_org is not null and p_codes[i] in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED', 'REFUND_PAYABLE') then
      totalled := totalled || i; orgs := orgs || v_org;
    end if;
  end loop;
  insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
    select p_txs[e.place], e.account, e.currency, e.debit, e.credit, e.balance, e.version
    from unnest(p_places, ids, p_currencies, p_debits, p_credits, balances, versions) with ordinality
      as e(place, account, currency, debit, credit, balance, version, leg)
    where e.account is not null
    order by e.place, e.leg;
  if cardinality(totalled) > 0 then
    insert into ledger_org_totals as t (org_id, currency, code, kind, debit, credit)
      select l.org, p_currencies[l.leg], p_codes[l.leg], p_kinds[p_places[l.leg]], sum(p_debits[l.leg]), sum(p_credits[l.leg])
        from unnest(totalled, orgs) as l(leg, org) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (org_id, currency, code, kind) do update set debit = t.debit + excluded.debit, credit = t.credit + excluded.credit;
  end if;
  return fresh;
end;
$$;
