import { sql, type Kysely } from 'kysely';

const balanced = (rows: string, from: string): string => `
  create or replace function ledger_assert_balanced() returns trigger language plpgsql as $$
  declare bad uuid;
  begin
    select ${rows}.tx_id into bad ${from}
      group by ${rows}.tx_id, ${rows}.currency having sum(${rows}.debit) <> sum(${rows}.credit) limit 1;
    if bad is not null then
      raise exception 'ledger transaction % is not balanced', bad using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
    end if;
    return null;
  end $$`;

/** What each statement writes balances by itself, and with it every transaction; the entries need not be read back for that, which took a third of a posting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(balanced('w', 'from written w')).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(balanced('e', 'from ledger_entries e where e.tx_id in (select distinct tx_id from written)'))
    .execute(db);
}
