import { sql, type Kysely } from 'kysely';

/** A deal's and a payment's card disputes are found without reading everybody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index card_disputes_contract on card_disputes(contract_id); create index card_disputes_payment on card_disputes(payment_id);',
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop index card_disputes_contract, card_disputes_payment').execute(db);
}
