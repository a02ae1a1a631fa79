import { sql, type Kysely } from 'kysely';
import { withoutForce } from '../secure-table.ts';

const TABLES = ['payments', 'quotes', 'card_disputes', 'documents'];

/** Several milestones are paid on one page: each keeps its own row, which names the first one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withoutForce(db, TABLES, () =>
    sql`
      -- The line whose page, claim and charge this one shares; null: it is the first, or the only one.
      alter table payments add column lead_id uuid references payments check (lead_id <> id);
      create index payments_lead on payments (lead_id) where lead_id is not null;
      -- One receipt for all lines of a payment.
      alter table payments add column receipt_id uuid references documents;
      create index payments_receipt on payments (receipt_id) where receipt_id is not null;
      alter table quotes add column lead_id uuid references quotes check (lead_id <> id);
      create index quotes_lead on quotes (lead_id) where lead_id is not null;
      -- A dispute of a joint charge has a row for each milestone; this names the first one, which has the provider's id.
      alter table card_disputes add column share_of text references card_disputes check (share_of <> id);
      create index card_disputes_share on card_disputes (share_of) where share_of is not null;
    `.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table card_disputes drop column share_of;
    alter table quotes drop column lead_id;
    alter table payments drop column receipt_id, drop column lead_id;
  `.execute(db);
}
