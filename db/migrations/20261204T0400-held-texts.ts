import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, inserts, mayUpdate, PARTY, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/**
 * Texts that the rules hold back until staff decide, and what a message has of it: a warning, its time in the list of the
 * other side, which is later than its writing where it was held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_texts (
      id uuid primary key,
      kind text not null check (kind in ('name', 'headline', 'bio', 'ad', 'package', 'review', 'reply', 'message')),
      -- What the text belongs to: a message, a rating, an ad; the org for what it states about itself.
      subject_id uuid not null,
      org_id uuid not null references orgs,
      author_user text not null,
      body text not null,
      rule text not null,
      span_start int not null,
      span_end int not null,
      -- Where its author finds it.
      link text not null,
      state text not null default 'held' check (state in ('held', 'released', 'removed', 'withdrawn')),
      reason text check (length(reason) <= 200),
      decided_by text,
      decided_at timestamptz,
      created_at timestamptz not null,
      check ((state in ('released', 'removed')) = (decided_by is not null))
    );
    create unique index held_texts_open on held_texts (kind, subject_id) where state = 'held';
    create index held_texts_waiting on held_texts (created_at, id) where state = 'held';
    create index held_texts_org on held_texts (org_id)`.execute(db);
  await secureTable(db, 'held_texts', {
    policies: {
      own: all('org_id = app_org()', `org_id = app_org() and state in ('held', 'withdrawn')`),
      staff_decides: updates(STAFF),
    },
    app: { insert: true, update: ['state', 'reason', 'decided_by', 'decided_at'] },
    worker: ['select', 'update'],
  });

  await sql`
    alter table messages add column warning text, add column held_at timestamptz, add column removed_at timestamptz,
      add column placed_at timestamptz not null default now()`.execute(db);
  await asMaintenance(db, () => sql`update messages set placed_at = created_at`.execute(db));
  await sql`
    create index messages_offer_placed on messages (offer_id, placed_at, id);
    drop index messages_offer;
    drop policy party on messages`.execute(db);
  await sql
    .raw(
      `create policy party_reads on messages ${reads(`app_org() in (brand_org, creator_org, agency_org) and (held_at is null or author_org = app_org())`)};
      create policy author_writes on messages ${inserts('author_org = app_org() and app_org() in (brand_org, creator_org, agency_org)')};
      create policy staff_decides on messages ${updates(STAFF)};
      create policy staff_decides on creator_profiles ${updates(STAFF)}`,
    )
    .execute(db);
  await mayUpdate(db, 'messages', ['held_at', 'removed_at', 'placed_at']);
  // A held text of a review is written when staff release it.
  await mayUpdate(db, 'ratings', ['body']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    revoke update (body) on ratings from sponsio_app;
    revoke update (held_at, removed_at, placed_at) on messages from sponsio_app;
    drop policy party_reads on messages;
    drop policy author_writes on messages;
    drop policy staff_decides on messages;
    drop policy staff_decides on creator_profiles;
    drop index messages_offer_placed;
    create index messages_offer on messages (offer_id, created_at);
    alter table messages drop column warning, drop column held_at, drop column removed_at, drop column placed_at;
    drop table held_texts`.execute(db);
  await sql.raw(`create policy party on messages ${PARTY}`).execute(db);
}
