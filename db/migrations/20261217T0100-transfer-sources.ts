import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/**
 * The charge that a transfer passes on is stored with its claim: the provider repeats a key with the same parameters alone, and
 * what staff decide about the charge after the claim counts for the next one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: it comes from the platform's balance, was not claimed yet, or was sent before this was stored.
    alter table transfers add column source_charge text`.execute(db);
  await asMaintenance(db, () =>
    sql`
    update transfers t set source_charge = p.charge_id
      from payments p, operations o
      where t.state in ('claimed', 'unknown') and o.op_id = t.op_id
        and p.milestone_id = t.milestone_id and p.state in ('paid', 'refunding', 'refunded')
        and not exists (select from refunds r where r.payment_id = p.id and r.reason = 'late_payment')
        and not exists (select from cases k join payments l on l.id = k.payment_id
          where l.charge_id = p.charge_id and k.kind = 'provider_refund' and k.outcome in ('brand_owes', 'platform')
            and k.closed_at <= o.claimed_at)
        and not exists (select from refunds r join payments l on l.id = r.payment_id
          where l.charge_id = p.charge_id and r.reason = 'debt_repaid' and r.created_at <= o.claimed_at)`.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfers drop column source_charge`.execute(db);
}
