import { sql, type Kysely } from 'kysely';
import { all, inserts, reads, secureTable, STAFF, updates } from '../secure-table.ts';

const OWN = { own: all('org_id = app_org()') };
const READER = `app_kind() in ('brand', 'creator', 'agency')`;

/** Local ads of brands and creators, the replies to them, and what readers do with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- At most a few hundred kilobytes each, so that a photo comes and goes with its row.
    create table ad_photos (
      id uuid primary key,
      org_id uuid not null references orgs,
      mime text not null check (mime in ('image/webp', 'image/jpeg')),
      bytes bytea not null,
      created_at timestamptz not null
    );
    create index ad_photos_org on ad_photos (org_id);
    create index ad_photos_made on ad_photos (created_at);

    create table ads (
      id uuid primary key,
      org_id uuid not null references orgs,
      -- "wanted": a brand looks for a creator; "available": a creator offers work.
      kind text not null check (kind in ('wanted', 'available')),
      state text not null check (state in
        ('draft', 'in_review', 'live', 'paused', 'expired', 'closed', 'filled', 'rejected', 'removed')),
      version int not null default 1,
      title text not null default '',
      body text not null default '',
      niches text[] not null default '{}',
      platform text,
      format text,
      -- Work that can be done anywhere has no place.
      remote boolean not null default false,
      city text,
      country text,
      place_id int,
      lat double precision,
      lon double precision,
      currency text not null default 'EUR',
      pay_min bigint,
      pay_max bigint,
      goods text not null default '',
      goods_value bigint,
      -- By when the work is wanted.
      due_at timestamptz,
      days int not null default 14 check (days in (7, 14, 30)),
      photo_id uuid references ad_photos,
      posted_at timestamptz,
      ends_at timestamptz,
      -- The end that the org was warned of.
      warned_end timestamptz,
      -- Texts of a shown ad that wait for staff; the shown ones stay.
      held jsonb,
      -- What staff gave as the reason for a removal.
      staff_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (org_id, request_key),
      check ((lat is null) = (lon is null)),
      check (state not in ('live', 'paused') or (ends_at is not null and posted_at is not null))
    );
    create index ads_org on ads (org_id, updated_at desc, id desc);
    create index ads_live on ads (posted_at desc, id desc) where state = 'live';
    create index ads_live_ends on ads (ends_at) where state in ('live', 'paused');
    create index ads_photo on ads (photo_id) where photo_id is not null;

    create table ad_replies (
      id uuid primary key,
      ad_id uuid not null references ads,
      owner_org uuid not null references orgs,
      replier_org uuid not null references orgs,
      state text not null check (state in ('sent', 'seen', 'invited', 'hired', 'declined', 'withdrawn')),
      body text not null,
      price bigint,
      currency text not null,
      due_at timestamptz,
      links text[] not null default '{}',
      -- The offer that answered it.
      offer_id uuid references offers,
      decline_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (owner_org <> replier_org)
    );
    create unique index ad_replies_open on ad_replies (ad_id, replier_org) where state in ('sent', 'seen', 'invited');
    create index ad_replies_ad on ad_replies (ad_id, created_at desc, id desc);
    create index ad_replies_owner on ad_replies (owner_org, state);
    create index ad_replies_replier on ad_replies (replier_org, created_at desc, id desc);
    create index ad_replies_offer on ad_replies (offer_id) where offer_id is not null;

    create table ad_saves (
      org_id uuid not null references orgs,
      ad_id uuid not null references ads on delete cascade,
      owner_org uuid not null references orgs,
      created_at timestamptz not null,
      primary key (org_id, ad_id)
    );
    create index ad_saves_ad on ad_saves (ad_id);
    create index ad_saves_owner on ad_saves (owner_org);

    create table ad_hides (
      org_id uuid not null references orgs,
      ad_id uuid not null references ads on delete cascade,
      reason text not null check (reason in ('far', 'pay', 'topic', 'other')),
      created_at timestamptz not null,
      primary key (org_id, ad_id)
    );
    create index ad_hides_ad on ad_hides (ad_id);

    -- One view for each reading org and day.
    create table ad_views (
      ad_id uuid not null references ads on delete cascade,
      viewer_org uuid not null references orgs,
      owner_org uuid not null references orgs,
      day date not null,
      primary key (ad_id, viewer_org, day)
    );
    create index ad_views_viewer on ad_views (viewer_org);
    create index ad_views_owner on ad_views (owner_org);
    create index ad_views_day on ad_views (day);

    create table ad_alerts (
      id uuid primary key,
      org_id uuid not null references orgs,
      city text,
      country text,
      lat double precision,
      lon double precision,
      radius_km int not null check (radius_km between 1 and 500),
      niche text,
      format text,
      currency text,
      pay_min bigint,
      active boolean not null default true,
      -- New ads are those posted since then.
      since timestamptz not null,
      next_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((lat is null) = (lon is null))
    );
    create index ad_alerts_org on ad_alerts (org_id, created_at desc);
    create index ad_alerts_next on ad_alerts (next_at) where active;

    create constraint trigger ads_need_workflow after insert or update of state on ads deferrable initially deferred
      for each row when (new.state in ('live', 'paused')) execute function assert_workflow_started('ad');
    create constraint trigger ad_alerts_need_workflow after insert on ad_alerts deferrable initially deferred
      for each row execute function assert_workflow_started('ad-alert');

    create function notify_ad_reply() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sponsio_live', jsonb_build_object(
        'topics', jsonb_build_array('org:' || new.owner_org, 'org:' || new.replier_org), 'table', tg_table_name)::text);
      return null;
    end;
    $$;
    create trigger ad_replies_live after insert or update on ad_replies
      for each row execute function notify_ad_reply()`.execute(db);

  await secureTable(db, 'ad_photos', {
    policies: { own: all('org_id = app_org()'), members_read: reads(READER) },
    app: { insert: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'ad_replies', {
    policies: { party: all('app_org() in (owner_org, replier_org)') },
    app: { insert: true, update: ['state', 'offer_id', 'decline_reason', 'updated_at'] },
    worker: ['select', 'update', 'delete'],
  });
  // After the replies, which one of its policies reads.
  await secureTable(db, 'ads', {
    policies: {
      only_drafts_deleted: "as restrictive for delete to sponsio_app using (state = 'draft')",
      own: all('org_id = app_org()'),
      members_read_shown: reads(`${READER} and state in ('live', 'paused', 'expired', 'closed', 'filled')`),
      repliers_read_removed: reads(
        "state = 'removed' and exists (select from ad_replies r where r.ad_id = ads.id and r.replier_org = app_org())",
      ),
      staff_decide: updates(STAFF),
    },
    app: {
      insert: true,
      update: [
        'state',
        'version',
        'title',
        'body',
        'niches',
        'platform',
        'format',
        'remote',
        'city',
        'country',
        'place_id',
        'lat',
        'lon',
        'currency',
        'pay_min',
        'pay_max',
        'goods',
        'goods_value',
        'due_at',
        'days',
        'photo_id',
        'posted_at',
        'ends_at',
        'held',
        'staff_reason',
        'updated_at',
      ],
      delete: true,
    },
    worker: ['select', 'update', 'delete'],
  });
  await secureTable(db, 'ad_saves', {
    policies: { own: all('org_id = app_org()'), owner_reads: reads('owner_org = app_org()') },
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'ad_hides', {
    policies: OWN,
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'ad_views', {
    policies: {
      viewer_writes: inserts('viewer_org = app_org()'),
      parties_read: reads('app_org() in (owner_org, viewer_org)'),
    },
    app: { insert: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'ad_alerts', {
    policies: OWN,
    app: { insert: true, update: ['active', 'updated_at'] },
    worker: ['select', 'update', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table ad_alerts; drop table ad_views; drop table ad_hides; drop table ad_saves; drop table ads cascade;
    drop table ad_replies; drop table ad_photos; drop function notify_ad_reply()`.execute(db);
}
