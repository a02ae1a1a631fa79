import { sql, type Kysely } from 'kysely';

/** Staff's lists are read from an index in their order: of each large table only the few rows that need an act. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index cases_help on cases (opened_at, id) where kind = 'help' and state = 'open';
    create index staff_approvals_waiting on staff_approvals (proposed_at, id) where state = 'proposed';
    create index payouts_undelivered on payouts (created_at, id) where state in ('claimed', 'failed', 'returned', 'unknown');
    create index payments_processing on payments (created_at, id) where state = 'processing';
    -- What refunds cost of late: a brand's cap of lost fees.
    create index refunds_created on refunds (created_at) where reason <> 'late_payment';
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index refunds_created, payments_processing, payouts_undelivered, staff_approvals_waiting, cases_help
  `.execute(db);
}
