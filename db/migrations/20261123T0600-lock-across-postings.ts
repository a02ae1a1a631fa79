import { sql, type Kysely } from 'kysely';

const SIGNATURE =
  'ledger_post_all(uuid[], text[], text[], uuid[], uuid[], text[], timestamptz[], int[], text[], text[], text[], text[], uuid[], boolean[], bigint[], bigint[])';

/** Postings made one after the other lock their accounts one set after the other; two transactions could wait for each other in a circle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Several postings of one transaction: p_places names each leg's posting, counted from 1. The legs come in the order in
    -- which ledger_post locks accounts, over all postings, and those of one account in the order of their postings; what is
    -- read is written posting by posting. Operations are claimed before any account is locked, as in ledger_post.
    -- Answers for each posting whether it was new.
    create function ledger_post_all(p_txs uuid[], p_op_ids text[], p_kinds text[], p_contracts uuid[], p_milestones uuid[], p_provider_refs text[], p_at timestamptz[],
                                    p_places int[], p_codes text[], p_scopes text[], p_currencies text[], p_sides text[], p_orgs uuid[], p_negatives boolean[],
                                    p_debits bigint[], p_credits bigint[]) returns boolean[]
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      fresh boolean[] := '{}';
      entry ledger_entries%rowtype;
      entries ledger_entries[];
    begin
      for n in 1 .. cardinality(p_txs) loop
        insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
          values (p_txs[n], p_op_ids[n], p_kinds[n], p_contracts[n], p_milestones[n], p_provider_refs[n], p_at[n]) on conflict (op_id) do nothing;
        fresh := fresh || found;
      end loop;
      for i in 1 .. cardinality(p_codes) loop
        continue when not fresh[p_places[i]];
        loop
          update ledger_accounts a
            set balance = a.balance + (p_debits[i] - p_credits[i]) * case a.side when 'debit' then 1 else -1 end, version = a.version + 1
            where a.code = p_codes[i] and a.scope = p_scopes[i] and a.currency = p_currencies[i]
            returning null, p_txs[p_places[i]], a.id, a.currency, p_debits[i], p_credits[i], a.balance, a.version into entry;
          exit when found;
          insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
            values (p_codes[i], p_scopes[i], p_currencies[i], p_sides[i], p_orgs[i], p_negatives[i]) on conflict (code, scope, currency) do nothing;
        end loop;
        entries := entries || entry;
      end loop;
      insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
        select e.tx_id, e.account_id, e.currency, e.debit, e.credit, e.balance_after, e.account_version
        from unnest(entries) with ordinality as e(id, tx_id, account_id, currency, debit, credit, balance_after, account_version, place)
        order by array_position(p_txs, e.tx_id), e.place;
      return fresh;
    end $$`)
    .execute(db);
  await sql.raw(`revoke all on function ${SIGNATURE} from public`).execute(db);
  await sql.raw(`grant execute on function ${SIGNATURE} to sponsio_worker`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function ${SIGNATURE}`).execute(db);
}
