import { sql, type Kysely } from 'kysely';
import { inserts, reads, updates } from '../secure-table.ts';

const OPEN = `('talk', 'evidence', 'deciding')`;
const RIGHT_OFFER = `exists (select from disputes d where d.id = dispute_id
    and d.state in ${OPEN} and org_id = case side when 'brand' then d.brand_org else d.creator_org end
    and creator_gets <= d.amount and creator_gets % d.step = 0)`;

const replacePolicies = (db: Kysely<unknown>, own: string) =>
  sql
    .raw(
      `drop policy own on dispute_offers;
       drop policy made on dispute_offers;
       drop policy changed on dispute_offers;
       create policy own on dispute_offers ${reads(own)};
       create policy made on dispute_offers ${inserts(`${own} and ${RIGHT_OFFER}`)};
       create policy changed on dispute_offers ${updates(own, `${own} and ${RIGHT_OFFER}`)}`,
    )
    .execute(db);

/** A member of an agency who acts for a creator has the creator's org, without being a member of it: its hidden offers stay hidden. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replacePolicies(
    db,
    'org_id = app_org() and exists (select from org_members m where m.org_id = app_org() and m.user_id = app_user())',
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replacePolicies(db, 'org_id = app_org()');
}
