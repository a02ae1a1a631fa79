import { sql, type Kysely } from 'kysely';

const POSTED =
  'p_tx uuid, p_op_id text, p_kind text, p_contract uuid, p_milestone uuid, p_provider_ref text, p_at timestamptz';
const side = (n: 1 | 2): string =>
  `p_code${n} text, p_scope${n} text, p_side${n} text, p_org${n} uuid, p_negative${n} boolean`;
const MOVE =
  'ledger_move(uuid, text, text, uuid, uuid, text, timestamptz, text, bigint, text, text, text, uuid, boolean, text, text, text, uuid, boolean)';
const POST =
  'ledger_post(uuid, text, text, uuid, uuid, text, timestamptz, text[], text[], text[], text[], uuid[], boolean[], bigint[], bigint[])';

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

const onlyWorker = (db: Kysely<unknown>, signature: string): Promise<unknown> =>
  sql
    .raw(`revoke all on function ${signature} from public; grant execute on function ${signature} to sponsio_worker`)
    .execute(db);

/**
 * Most postings move one amount between two accounts. As plain values they cost a tenth less than as lists of one or two;
 * `ledger_post_all` posts the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- A posting of two legs, which are given in the order in which every posting locks its accounts. p_amount is the debit
    -- of the first account and the credit of the second; negative the other way round. False when the operation is known.
    create function ledger_move(${POSTED}, p_currency text, p_amount bigint, ${side(1)}, ${side(2)}) returns boolean
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
  await onlyWorker(db, MOVE);
  await sql.raw(`drop function ${POST}`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function ledger_post(${POSTED}, p_codes text[], p_scopes text[], p_currencies text[], p_sides text[], p_orgs uuid[], p_negatives boolean[], p_debits bigint[], p_credits bigint[]) returns boolean
      language sql security definer set search_path = public, pg_temp as $$
      select (ledger_post_all(array[p_tx], array[p_op_id], array[p_kind], array[p_contract], array[p_milestone], array[p_provider_ref], array[p_at],
        array_fill(1, array[cardinality(p_codes)]), p_codes, p_scopes, p_currencies, p_sides, p_orgs, p_negatives, p_debits, p_credits))[1]
    $$`)
    .execute(db);
  await onlyWorker(db, POST);
  await sql.raw(`drop function ${MOVE}`).execute(db);
}
