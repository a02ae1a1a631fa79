import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/**
 * What of a transfer was taken back at the provider, and what two staff members then decided: paid to its payee by bank, or
 * kept by the platform. The rest waits for that decision.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table transfers add column reversed_amount bigint not null default 0, add column reversed_at timestamptz,
      add column reversed_by_bank bigint not null default 0, add column reversed_kept bigint not null default 0,
      add constraint transfers_reversed check (reversed_amount between 0 and amount and reversed_by_bank >= 0 and reversed_kept >= 0
        and reversed_by_bank + reversed_kept <= reversed_amount and (reversed_amount > 0) = (reversed_at is not null));
  `)
    .execute(db);
  await asMaintenance(db, () =>
    sql`
    update transfers t set reversed_amount = least(c.amount, t.amount), reversed_at = c.at,
        reversed_by_bank = least(c.by_bank, t.amount), reversed_kept = least(c.kept, t.amount - least(c.by_bank, t.amount))
      from (select milestone_id, org_id, sum(amount)::bigint as amount, min(opened_at) as at,
              coalesce(sum(amount) filter (where outcome = 'paid_by_bank'), 0)::bigint as by_bank,
              coalesce(sum(amount) filter (where outcome = 'platform'), 0)::bigint as kept
            from cases where kind = 'transfer_reversed' and amount > 0 group by milestone_id, org_id) c
      where t.milestone_id = c.milestone_id and t.payee_org = c.org_id and t.state = 'sent'`.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfers drop column reversed_amount, drop column reversed_at, drop column reversed_by_bank, drop column reversed_kept`.execute(
    db,
  );
}
