import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';

const side = (n: 1 | 2): string =>
  `p_code${n} text, p_scope${n} text, p_side${n} text, p_org${n} uuid, p_negative${n} boolean`;
const MOVE =
  'ledger_move(uuid, text, text, uuid, uuid, text, timestamptz, text, bigint, text, text, text, uuid, boolean, text, text, text, uuid, boolean)';

/** Locks and moves account n; it is made when nothing was posted to it before. */
const moved = (n: 1 | 2, sign: '+' | '-'): string => `
      loop
        update ledger_accounts a
          set balance = a.balance ${sign} p_amount * case a.side when 'debit' then 1 else -1 end, version = a.version + 1
          where a.code = p_code${n} and a.scope = p_scope${n} and a.currency = p_currency
          returning a.id, a.balance, a.version into v_id${n}, v_balance${n}, v_version${n};
        exit when found;
        insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
          values (p_code${n}, p_scope${n}, p_currency, p_side${n}, p_org${n}, p_negative${n}) on conflict (code, scope, currency) do nothing;
      end loop;`;

/** `ledger_post_all` is the only function that writes the ledger; sides and signs are check constraints of the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop function ${MOVE};
    alter table ledger_accounts alter column side type text, add constraint ledger_side_known check (side in ('debit', 'credit'));
    alter table ledger_entries drop constraint ledger_entry_one_side, alter column debit type bigint, alter column credit type bigint,
      add constraint ledger_amount_not_negative check (debit >= 0 and credit >= 0),
      add constraint ledger_entry_one_side check ((debit = 0) <> (credit = 0));
    drop domain ledger_amount;
    drop domain ledger_side`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create domain ledger_side as text constraint ledger_side_known check (value in ('debit', 'credit'));
    alter table ledger_accounts drop constraint ledger_side_known, alter column side type ledger_side;
    create domain ledger_amount as bigint constraint ledger_amount_not_negative check (value >= 0);
    alter table ledger_entries drop constraint ledger_entry_one_side, drop constraint ledger_amount_not_negative,
      alter column debit type ledger_amount, alter column credit type ledger_amount,
      add constraint ledger_entry_one_side check ((debit = 0) <> (credit = 0));
    create function ledger_move(p_tx uuid, p_op_id text, p_kind text, p_contract uuid, p_milestone uuid, p_provider_ref text, p_at timestamptz, p_currency text, p_amount bigint, ${side(1)}, ${side(2)}) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_id1 bigint; v_balance1 bigint; v_version1 bigint;
      v_id2 bigint; v_balance2 bigint; v_version2 bigint;
    begin
      insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
        values (p_tx, p_op_id, p_kind, p_contract, p_milestone, p_provider_ref, p_at) on conflict (op_id) do nothing;
      if not found then return false; end if;${moved(1, '+')}${moved(2, '-')}
      insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version) values
        (p_tx, v_id1, p_currency, greatest(p_amount, 0), greatest(-p_amount, 0), v_balance1, v_version1),
        (p_tx, v_id2, p_currency, greatest(-p_amount, 0), greatest(p_amount, 0), v_balance2, v_version2);
      return true;
    end $$`)
    .execute(db);
  await secureFunction(db, MOVE, ['sponsio_worker']);
}
