import { sql, type Kysely } from 'kysely';
import { asMaintenance, inserts, STAFF } from '../secure-table.ts';

/** Service fees with sums, by country and currency; a contract keeps the whole schedule it was made under. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fee_schedules
      -- Of the brand's billing details; null: every country without a schedule of its own.
      add column country text check (country ~ '^[A-Z]{2}$'),
      -- Null: every currency without a schedule of its own.
      add column currency text,
      -- Minor units.
      add column fixed bigint not null default 0 check (fixed >= 0),
      add column minimum bigint check (minimum >= 0),
      add column maximum bigint check (maximum >= 0),
      add constraint fee_schedules_sums_need_currency
        check (currency is not null or (fixed = 0 and minimum is null and maximum is null)),
      add constraint fee_schedules_bounds check (minimum is null or maximum is null or minimum <= maximum);
    -- Null in contracts from before: their fee is fee_bps alone.
    alter table contracts add column fee_terms jsonb;
    create trigger contracts_fee_frozen before update on contracts for each row
      when (old.fee_terms is distinct from new.fee_terms) execute function contracts_freeze();
  `.execute(db);
  await sql
    .raw(
      `create policy staff_inserts on fee_schedules ${inserts(`${STAFF} and valid_from > now()`)};
       grant insert on fee_schedules to sponsio_app`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Schedules of a country or currency would count for all deals.
  await asMaintenance(db, () =>
    sql`delete from fee_schedules where country is not null or currency is not null`.execute(db),
  );
  await sql`
    drop trigger contracts_fee_frozen on contracts;
    drop policy staff_inserts on fee_schedules;
    revoke insert on fee_schedules from sponsio_app;
    alter table contracts drop column fee_terms;
    alter table fee_schedules drop column country, drop column currency, drop column fixed, drop column minimum, drop column maximum;
  `.execute(db);
}
