import { sql, type Kysely } from 'kysely';
import { asMaintenance, withoutForce } from '../secure-table.ts';

const SIDES = ['brand', 'creator', 'agency'] as const;
const ofSide = (side: (typeof SIDES)[number]): string => (side === 'agency' ? 'where agency_org is not null' : '');

/** For lists of payments, earnings, payouts and documents, each read in its order from an index, and for sums beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withoutForce(db, ['documents', 'orgs'], () =>
    sql`alter table documents add column buyer_org uuid references orgs`.execute(db),
  );
  await sql`comment on column documents.buyer_org is 'Of an invoice of a creator: the brand, its second reader.'`.execute(
    db,
  );
  await asMaintenance(db, () =>
    sql`update documents d set buyer_org = c.brand_org from contracts c where d.kind = 'self_billed_invoice' and c.id = d.contract_id`.execute(
      db,
    ),
  );
  await sql
    .raw(
      `
    drop index milestones_brand, milestones_creator, milestones_agency, milestones_open_brand, milestones_open_creator;
    ${SIDES.map((side) => `create index milestones_state_of_${side} on milestones (${side}_org, state, updated_at desc, id desc) ${ofSide(side)};`).join('\n')}
    ${SIDES.map(
      (side) => `
    drop index contracts_ended_${side};
    create index contracts_ended_${side} on contracts (${side}_org, state, updated_at desc, id desc)
      where ${side === 'agency' ? 'agency_org is not null and ' : ''}state not in ('sent', 'partially_signed', 'active');`,
    ).join('')}
    create index transfers_paid_out on transfers (payee_org, created_at desc, id desc) where payout_id is not null;
    create index transfers_sent on transfers (payee_org, sent_at, id) where state = 'sent';
    create index transfers_unpaid on transfers (payee_org, created_at desc, id desc) where payout_id is null;
    create index transfers_unsettled on transfers (payee_org) where state <> 'sent' or reversed_amount > 0;
    drop index transfers_payee;
    create index payouts_org on payouts (org_id, created_at desc, id desc);
    create index payouts_paid on payouts (org_id, paid_at) include (currency, amount) where state = 'paid';
    create index payouts_unpaid on payouts (org_id) where state <> 'paid';
    create index payments_charged on payments (brand_org, currency) include (tax)
      where state in ('paid', 'refunding', 'refunded');
    drop policy buyer_reads on documents;
    create policy buyer_reads on documents for select to sponsio_app using (buyer_org = app_org());
    drop index documents_org;
    create index documents_org on documents (org_id, issued_at desc, id desc);
    create index documents_buyer on documents (buyer_org, issued_at desc, id desc) where buyer_org is not null;
    create index submissions_accepted_brand on submissions (brand_org, decided_at desc, id desc)
      where state in ('approved', 'auto_approved');
    create index submissions_accepted_creator on submissions (creator_org, decided_at desc, id desc)
      where state in ('approved', 'auto_approved');
    create index submissions_accepted_agency on submissions (agency_org, decided_at desc, id desc)
      where agency_org is not null and state in ('approved', 'auto_approved');
    create index applications_of_campaign on applications (campaign_id, state, created_at, id);
    create index refunds_open_of_brand on refunds (brand_org) where state not in ('done', 'by_bank');
  `,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    drop index submissions_accepted_brand, submissions_accepted_creator, submissions_accepted_agency, applications_of_campaign;
    drop index documents_buyer, documents_org;
    drop policy buyer_reads on documents;
    create policy buyer_reads on documents for select to sponsio_app using (
      kind = 'self_billed_invoice' and exists (select from contracts c where c.id = documents.contract_id and c.brand_org = app_org()));
    alter table documents drop column buyer_org;
    create index documents_org on documents (org_id, issued_at desc);
    drop index refunds_open_of_brand, payments_charged, payouts_unpaid, payouts_paid, payouts_org, transfers_unsettled,
      transfers_unpaid, transfers_sent, transfers_paid_out, ${SIDES.map((side) => `milestones_state_of_${side}`).join(', ')};
    create index transfers_payee on transfers (payee_org, created_at desc);
    ${SIDES.map(
      (side) => `
    drop index contracts_ended_${side};
    create index contracts_ended_${side} on contracts (${side}_org, updated_at desc, id desc)
      where ${side === 'agency' ? 'agency_org is not null and ' : ''}state not in ('sent', 'partially_signed', 'active');`,
    ).join('')}
    ${SIDES.map((side) => `create index milestones_${side} on milestones (${side}_org, updated_at desc) ${ofSide(side)};`).join('\n')}
    create index milestones_open_brand on milestones (brand_org, state)
      where state not in ('proposed', 'released', 'refunded', 'void');
    create index milestones_open_creator on milestones (creator_org, state)
      where state not in ('proposed', 'released', 'refunded', 'void');
  `,
    )
    .execute(db);
}
