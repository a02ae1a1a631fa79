import type pg from 'pg';
import { TOTALLED } from '../../../server/features/ledger/schema.ts';
import { copy, mapped, nextKind, type Row, type Template } from './template.ts';
import { idOf } from '../bulk.ts';

interface LegRow {
  code: string;
  scope: string;
  currency: string;
  side: string;
  org_id: string | null;
  may_be_negative: boolean;
  debit: number;
  credit: number;
}

/** The postings of every deal, their entries in the order of the journal, and the balances that they lead to. */
export async function copyPostings(client: pg.PoolClient, template: Template): Promise<void> {
  const { ids, amount } = template;
  const { rows: postings } = await client.query<Row>(
    'select * from ledger_tx where milestone_id = $1 or op_id like $2 order by posted_at, id',
    [ids.milestone, `po:${ids.payout}:%`],
  );
  await client.query(`create temp table leg (n bigint, k int, j int, tx uuid, code text, scope text, currency text, side text,
    org uuid, negative boolean, debit bigint, credit bigint) on commit drop`);
  for (const [k, row] of postings.entries()) {
    const tx = idOf(nextKind(), 'd.n');
    await copy(client, template, 'ledger_tx', row, { id: tx });
    const { rows: legs } = await client.query<LegRow>(
      `select a.code, a.scope, a.currency, a.side, a.org_id, a.may_be_negative, e.debit, e.credit
         from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.tx_id = $1 order by e.id`,
      [row.id],
    );
    // A payout of the template may pay several deals; each copy pays its own.
    const sum = (value: number) => (String(row.kind).startsWith('payout_') && value > 0 ? amount : value);
    for (const [j, leg] of legs.entries())
      await client.query(`insert into leg select d.n, ${k}, ${j}, ${tx}, '${leg.code}', ${mapped(leg.scope, template)}, '${leg.currency}', '${leg.side}',
        ${leg.org_id ? `(${mapped(leg.org_id, template)})::uuid` : 'null'}, ${leg.may_be_negative}, ${sum(leg.debit)}, ${sum(leg.credit)} from deal d`);
  }
  const moved = `case side when 'debit' then debit - credit else credit - debit end`;
  await client.query(
    'create temp table before on commit drop as select code, scope, currency, balance, version from ledger_accounts',
  );
  await client.query(`insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative, balance, version)
    select code, scope, currency, side, min(org::text)::uuid, negative, sum(${moved}), count(*) from leg group by code, scope, currency, side, negative
    on conflict (code, scope, currency) do update
      set balance = ledger_accounts.balance + excluded.balance, version = ledger_accounts.version + excluded.version`);
  await client.query('analyze leg; analyze before; analyze ledger_accounts');
  await client.query(`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
    select tx, account, currency, debit, credit, balance, version from (
      select l.n, l.k, l.j, l.tx, a.id as account, l.currency, l.debit, l.credit,
          coalesce(b.balance, 0) + sum(case l.side when 'debit' then l.debit - l.credit else l.credit - l.debit end) over own as balance,
          coalesce(b.version, 0) + row_number() over own as version
        from leg l join ledger_accounts a using (code, scope, currency) left join before b using (code, scope, currency)
        window own as (partition by a.id order by l.n, l.k, l.j)) entry
      order by n, k, j`);
  // What the function that posts keeps.
  await client.query(`delete from ledger_org_totals`);
  await client.query(`insert into ledger_org_totals(org_id, currency, code, kind, debit, credit)
    select a.org_id, e.currency, a.code, t.kind, sum(e.debit), sum(e.credit)
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
      where a.org_id is not null and a.code in (${TOTALLED.map((code) => `'${code}'`).join(', ')})
      group by a.org_id, e.currency, a.code, t.kind`);
}
