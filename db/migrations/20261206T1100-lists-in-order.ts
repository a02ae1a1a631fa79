import { sql, type Kysely } from 'kysely';

const SIDES = ['brand', 'creator', 'agency'] as const;
type Side = (typeof SIDES)[number];
const OPEN = `('sent', 'countered')`;
const ofSide = (side: Side): string => (side === 'agency' ? 'agency_org is not null and ' : '');

/**
 * Lists of offers, contracts and campaigns are read from an index in their order. Columns behind the order are compared
 * within the index, without a look at the rows that they leave out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const lists = SIDES.map(
    (side) => `
    create index offers_open_list_${side} on offers (${side}_org, updated_at desc, id desc, turn, deadline_at)
      where ${ofSide(side)}state in ${OPEN};
    create index offers_closed_list_${side} on offers (${side}_org, updated_at desc, id desc)
      where ${ofSide(side)}state not in ${OPEN};
    drop index contracts_${side};
    create index contracts_${side} on contracts (${side}_org, created_at desc, id desc, state)
      ${side === 'agency' ? 'where agency_org is not null' : ''};`,
  );
  await sql
    .raw(
      `${lists.join('')}
    drop index campaigns_of_brand;
    create index campaigns_of_brand on campaigns (brand_org, updated_at desc, id desc, state);`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const lists = SIDES.map(
    (side) => `
    drop index offers_open_list_${side}, offers_closed_list_${side}, contracts_${side};
    create index contracts_${side} on contracts (${side}_org, created_at desc)
      ${side === 'agency' ? 'where agency_org is not null' : ''};`,
  );
  await sql
    .raw(
      `drop index campaigns_of_brand;
    create index campaigns_of_brand on campaigns (brand_org, updated_at desc, id desc);
    ${lists.join('')}`,
    )
    .execute(db);
}
