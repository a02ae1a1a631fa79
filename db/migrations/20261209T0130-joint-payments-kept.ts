import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/**
 * What joins the lines of a payment is kept while the migration of joint payments is taken back: its columns go with it, and
 * without them one charge looks like several.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kept: boolean }>`select to_regclass('kept_joint_lines') is not null as kept`.execute(db);
  if (!rows[0]?.kept) return;
  await asMaintenance(db, () =>
    sql`
      update payments p set lead_id = k.lead::uuid, receipt_id = k.receipt
        from kept_joint_lines k where k.of = 'payments' and p.id = k.id::uuid;
      update quotes q set lead_id = k.lead::uuid from kept_joint_lines k where k.of = 'quotes' and q.id = k.id::uuid;
      update card_disputes d set share_of = k.lead from kept_joint_lines k where k.of = 'card_disputes' and d.id = k.id;
    `.execute(db),
  );
  await sql`drop table kept_joint_lines`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_joint_lines (of text not null, id text not null, lead text, receipt uuid);
    grant select, insert on kept_joint_lines to sponsio_maintenance;
  `.execute(db);
  await asMaintenance(db, () =>
    sql`
      insert into kept_joint_lines(of, id, lead, receipt)
        select 'payments', id::text, lead_id::text, receipt_id from payments where lead_id is not null or receipt_id is not null
        union all select 'quotes', id::text, lead_id::text, null from quotes where lead_id is not null
        union all select 'card_disputes', id, share_of, null from card_disputes where share_of is not null;
    `.execute(db),
  );
}
