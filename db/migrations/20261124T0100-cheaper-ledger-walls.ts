import { sql, type Kysely } from 'kysely';

const LEGS = `p_codes text[], p_scopes text[], p_currencies text[], p_sides text[], p_orgs uuid[], p_negatives boolean[], p_debits bigint[], p_credits bigint[]`;
const ONE = `ledger_post(p_tx uuid, p_op_id text, p_kind text, p_contract uuid, p_milestone uuid, p_provider_ref text, p_at timestamptz, ${LEGS}) returns boolean`;
const SEVERAL = `ledger_post_all(p_txs uuid[], p_op_ids text[], p_kinds text[], p_contracts uuid[], p_milestones uuid[], p_provider_refs text[], p_at timestamptz[], p_places int[], ${LEGS}) returns boolean[]`;

/** The loop over the legs of both functions: each account is locked and moved; it is made when nothing was posted to it before. */
const move = (returning: string): string => `
        loop
          update ledger_accounts a
            set balance = a.balance + (p_debits[i] - p_credits[i]) * case a.side when 'debit' then 1 else -1 end, version = a.version + 1
            where a.code = p_codes[i] and a.scope = p_scopes[i] and a.currency = p_currencies[i]
            returning ${returning};
          exit when found;
          insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
            values (p_codes[i], p_scopes[i], p_currencies[i], p_sides[i], p_orgs[i], p_negatives[i]) on conflict (code, scope, currency) do nothing;
        end loop;`;
const claim = (of: (column: string) => string): string => `
        insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
          values (${['p_tx', 'p_op_id', 'p_kind', 'p_contract', 'p_milestone', 'p_provider_ref'].map(of).join(', ')}, ${of('p_at')}) on conflict (op_id) do nothing;`;
const nth = (column: string): string => (column === 'p_at' ? 'p_at[n]' : `${column}s[n]`);
const ENTRY = 'insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)';

const BEFORE = {
  returning: (tx: string) =>
    `null, ${tx}, a.id, a.currency, p_debits[i], p_credits[i], a.balance, a.version into entry`,
  columns: 'tx_id, account_id, currency, debit, credit, balance_after, account_version',
};

const replace = (db: Kysely<unknown>, heading: string, declare: string, body: string): Promise<unknown> =>
  sql
    .raw(`create or replace function ${heading} language plpgsql security definer set search_path = public, pg_temp as $$
    declare ${declare}
    begin ${body}
    end $$`)
    .execute(db);

const balanced = (db: Kysely<unknown>, find: string): Promise<unknown> =>
  sql
    .raw(`
    create or replace function ledger_assert_balanced() returns trigger language plpgsql as $$
    declare bad uuid;
    begin ${find}
        raise exception 'ledger transaction % is not balanced', bad using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
      end if;
      return null;
    end $$`)
    .execute(db);

const UNBALANCED = 'from written w group by w.tx_id, w.currency having sum(w.debit - w.credit) <> 0';

/**
 * The same walls for less. The server reads a table's checks from the catalogue again for every statement, but those of a
 * domain once per connection: sides and signs are domains now. An entry is named by its place in its account, which was
 * unique already; its running number keeps the order of the journal without an index of its own. And the posting functions
 * gather numbers instead of whole rows, whose description was copied, checks and all, for each posting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create domain ledger_side as text constraint ledger_side_known check (value in ('debit', 'credit'));
    alter table ledger_accounts drop constraint ledger_accounts_side_check, alter column side type ledger_side;
    create domain ledger_amount as bigint constraint ledger_amount_not_negative check (value >= 0);
    alter table ledger_entries drop constraint ledger_entry_one_side, drop constraint ledger_entries_pkey, drop constraint ledger_entries_account_id_account_version_key,
      alter column debit type ledger_amount, alter column credit type ledger_amount,
      add constraint ledger_entry_one_side check ((debit = 0) <> (credit = 0)), add primary key (account_id, account_version)`)
    .execute(db);
  await balanced(
    db,
    `
      perform ${UNBALANCED};
      if found then
        select w.tx_id into bad ${UNBALANCED} limit 1;`,
  );
  await replace(
    db,
    ONE,
    'v_id bigint; v_balance bigint; v_version bigint; ids bigint[]; balances bigint[]; versions bigint[];',
    `${claim((c) => c)}
      if not found then return false; end if;
      for i in 1 .. cardinality(p_codes) loop ${move('a.id, a.balance, a.version into v_id, v_balance, v_version')}
        ids[i] := v_id; balances[i] := v_balance; versions[i] := v_version;
      end loop;
      ${ENTRY} select p_tx, unnest(ids), unnest(p_currencies), unnest(p_debits), unnest(p_credits), unnest(balances), unnest(versions);
      return true;`,
  );
  await replace(
    db,
    SEVERAL,
    `
      fresh boolean[] := '{}'; v_id bigint; v_balance bigint; v_version bigint; n int;
      places int[] := '{}'; txs uuid[] := '{}'; ids bigint[] := '{}'; curs text[] := '{}'; debs bigint[] := '{}'; creds bigint[] := '{}'; balances bigint[] := '{}'; versions bigint[] := '{}';`,
    `
      for n in 1 .. cardinality(p_txs) loop ${claim(nth)}
        fresh := fresh || found;
      end loop;
      for i in 1 .. cardinality(p_codes) loop
        n := p_places[i];
        continue when not fresh[n]; ${move('a.id, a.balance, a.version into v_id, v_balance, v_version')}
        places := places || n; txs := txs || p_txs[n]; ids := ids || v_id; curs := curs || p_currencies[i]; debs := debs || p_debits[i]; creds := creds || p_credits[i];
        balances := balances || v_balance; versions := versions || v_version;
      end loop;
      ${ENTRY} select e.tx, e.account, e.currency, e.debit, e.credit, e.balance, e.version
        from unnest(places, txs, ids, curs, debs, creds, balances, versions) with ordinality as e(place, tx, account, currency, debit, credit, balance, version, leg) order by e.place, e.leg;
      return fresh;`,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replace(
    db,
    ONE,
    'entry ledger_entries%rowtype; entries ledger_entries[];',
    `${claim((c) => c)}
      if not found then return false; end if;
      for i in 1 .. cardinality(p_codes) loop ${move(BEFORE.returning('p_tx'))}
        entries := entries || entry;
      end loop;
      ${ENTRY} select e.tx_id, e.account_id, e.currency, e.debit, e.credit, e.balance_after, e.account_version from unnest(entries) e;
      return true;`,
  );
  await replace(
    db,
    SEVERAL,
    `fresh boolean[] := '{}'; entry ledger_entries%rowtype; entries ledger_entries[];`,
    `
      for n in 1 .. cardinality(p_txs) loop ${claim(nth)}
        fresh := fresh || found;
      end loop;
      for i in 1 .. cardinality(p_codes) loop
        continue when not fresh[p_places[i]]; ${move(BEFORE.returning('p_txs[p_places[i]]'))}
        entries := entries || entry;
      end loop;
      ${ENTRY} select ${BEFORE.columns
        .split(', ')
        .map((c) => `e.${c}`)
        .join(
          ', ',
        )} from unnest(entries) with ordinality as e(id, ${BEFORE.columns}, place) order by array_position(p_txs, e.tx_id), e.place;
      return fresh;`,
  );
  await balanced(
    db,
    `
      select w.tx_id into bad ${UNBALANCED} limit 1;
      if bad is not null then`,
  );
  await sql
    .raw(`
    alter table ledger_entries drop constraint ledger_entry_one_side, drop constraint ledger_entries_pkey, alter column debit type bigint, alter column credit type bigint,
      add primary key (id), add constraint ledger_entries_account_id_account_version_key unique (account_id, account_version),
      add constraint ledger_entry_one_side check (debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0));
    alter table ledger_accounts alter column side type text, add constraint ledger_accounts_side_check check (side in ('debit', 'credit'));
    drop domain ledger_amount;
    drop domain ledger_side`)
    .execute(db);
}
