create or replace function platform_surplus(p_currency text) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(case side when 'credit' then balance else -balance end), 0)::bigint from ledger_accounts
    where currency = p_currency and scope = ''
      and code in ('FLOAT_EQUITY', 'FEE_REVENUE', 'PSP_FEE', 'DISPUTE_FEE', 'CHARGEBACK_LOSS', 'FX_RESULT')
$$;
drop function card_dispute_cover(text, uuid);
