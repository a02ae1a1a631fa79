import { sql, type Kysely } from 'kysely';

const TURN_OF_BRAND = `('awaiting_funding', 'funding', 'delivered')`;
const TURN_OF_CREATOR = `('funded', 'changes_requested', 'overdue')`;
/** Open states in which this side does not act next. */
const waiting = (side: string): string =>
  `state not in ('released', 'refunded', 'void') and state not in ${side === 'brand' ? TURN_OF_BRAND : TURN_OF_CREATOR}`;
const SIDES = ['brand', 'creator', 'agency'] as const;

/**
 * The next deadline and the first day of funding of a milestone as columns, so that lists of deals are read in their order
 * from an index. `next_at` is the result of `nextDeadline` until work is due; without a deadline it is infinity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table milestones add column fundable_from timestamptz;
    comment on column milestones.fundable_from is 'Before it an unfunded milestone needs no payment. Null: it can be funded at any time.';
    alter table milestones add column next_at timestamptz not null generated always as (
      coalesce(
        case
          when state = 'funding' then case when deadline_at <= funding_deadline_at then funding_deadline_at end
          when state not in ('awaiting_funding', 'funded', 'changes_requested', 'overdue', 'delivered', 'approved', 'auto_approved', 'clearing')
            then null
          when state in ${TURN_OF_CREATOR} and holds && array['card_dispute', 'provider_refund', 'staff_hold'] then null
          when state in ('funded', 'changes_requested') and coalesce(work_due_at, due_at) <= deadline_at then coalesce(work_due_at, due_at)
          when state in ('approved', 'auto_approved', 'clearing') and cardinality(holds) > 0 then null
          else deadline_at
        end,
        'infinity')) stored;
    ${SIDES.map(
      (side) => `
    create index milestones_turn_${side} on milestones (${side}_org, next_at, id)
      where ${side === 'agency' ? 'agency_org is not null and ' : ''}state in ${side === 'brand' ? TURN_OF_BRAND : TURN_OF_CREATOR};
    create index milestones_waiting_${side} on milestones (${side}_org, next_at, id)
      where ${side === 'agency' ? 'agency_org is not null and ' : ''}${waiting(side)};
    create index contracts_ended_${side} on contracts (${side}_org, updated_at desc, id desc)
      where ${side === 'agency' ? 'agency_org is not null and ' : ''}state not in ('sent', 'partially_signed', 'active');`,
    ).join('')}
    create index contracts_to_sign_agency on contracts (agency_org, deadline_at, id)
      where agency_org is not null and state in ('sent', 'partially_signed');
  `,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    drop index contracts_to_sign_agency;
    ${SIDES.map((side) => `drop index contracts_ended_${side}, milestones_waiting_${side}, milestones_turn_${side};`).join('\n')}
    alter table milestones drop column next_at, drop column fundable_from;
  `,
    )
    .execute(db);
}
