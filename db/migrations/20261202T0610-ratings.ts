import { sql, type Kysely } from 'kysely';
import { MEMBER, PARTY, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** Stars and a text that each side of a completed deal gives the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ratings (
      id uuid primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      -- The deal's agency, which reads what the two sides read.
      agency_org uuid references orgs,
      author_side text not null check (author_side in ('brand', 'creator')),
      author_user text not null,
      author_name text not null,
      stars smallint not null check (stars between 1 and 5),
      body text not null default '' check (length(body) <= 1000),
      -- Others read it from then on: when both sides have rated, or when the time to rate is over.
      visible_at timestamptz not null,
      reply text check (length(reply) <= 1000),
      replied_at timestamptz,
      removed_at timestamptz,
      created_at timestamptz not null,
      unique (contract_id, author_side)
    );
    create index ratings_of_creator on ratings (creator_org, visible_at desc, id desc)
      where author_side = 'brand' and removed_at is null;
    create index ratings_of_brand on ratings (brand_org, visible_at desc, id desc)
      where author_side = 'creator' and removed_at is null;
    create index ratings_creator on ratings (creator_org);
    create index ratings_brand on ratings (brand_org);
    create index ratings_agency on ratings (agency_org) where agency_org is not null;
    create trigger ratings_live after insert or update on ratings for each row execute function notify_live()`.execute(
    db,
  );
  await secureTable(db, 'ratings', {
    policies: {
      party: PARTY,
      visible: reads(`visible_at <= now() and removed_at is null and ${MEMBER}`),
      staff_removes: updates(STAFF),
    },
    app: { insert: true, update: ['visible_at', 'reply', 'replied_at', 'removed_at'] },
    worker: ['select', 'update'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ratings`.execute(db);
}
