import { sql, type Kysely } from 'kysely';
import { all, MEMBER, reads, secureTable } from '../secure-table.ts';

/** Campaigns on the market and the applications to them. */
export async function createCampaigns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaigns (
      id uuid primary key,
      brand_org uuid not null references orgs,
      state text not null
        check (state in ('draft', 'scheduled', 'live', 'paused', 'filled', 'completed', 'closed', 'cancelled')),
      version int not null default 1,
      title text not null default '',
      summary text not null default '',
      product text not null default '',
      goal text not null default 'awareness',
      currency text not null default 'EUR',
      country text,
      city text,
      wanted jsonb not null default '{}',
      pay jsonb not null default '{}',
      terms jsonb not null default '{}',
      slots int not null default 1 check (slots between 1 and 500),
      draft_step int not null default 1,
      application_deadline timestamptz,
      deadline_at timestamptz,
      published_at timestamptz,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Whether a place that becomes free puts the campaign back on the market.
      reopens boolean not null default true,
      unique (brand_org, request_key)
    );
    create index campaigns_brand on campaigns (brand_org, created_at desc);
    create index campaigns_of_brand on campaigns (brand_org, updated_at desc, id desc);
    create index campaigns_open on campaigns (published_at desc, id desc) where state = 'live';
    create index campaigns_open_currency on campaigns (currency, (coalesce((pay->>'max')::bigint, 0)) desc, id desc)
      where state = 'live';
    create index campaigns_open_deadline on campaigns ((coalesce(application_deadline, 'infinity'::timestamptz)), id)
      where state = 'live';
    create index campaigns_open_pay on campaigns ((coalesce((pay->>'max')::bigint, 0)) desc, id desc)
      where state = 'live';
    create trigger campaigns_live after insert or update on campaigns for each row execute function notify_live();
  `.execute(db);

  // One index for all filters: filters that match many rows alone and few together are joined in the index. Without the
  // extension, words and cities are searched row by row.
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  if (rows.length > 0) await sql`create extension if not exists pg_trgm`.execute(db);
  const trigrams = sql`, (title || E'\\n' || summary || E'\\n' || product) gin_trgm_ops, city gin_trgm_ops`;
  await sql`
    create index campaigns_open_filters on campaigns using gin
      ((terms->'deliverables') jsonb_path_ops, (wanted->'niches')${rows.length > 0 ? trigrams : sql``}) where state = 'live'
  `.execute(db);

  await sql`
    create table applications (
      id uuid primary key,
      campaign_id uuid not null references campaigns,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      state text not null
        check (state in ('submitted', 'shortlisted', 'offered', 'accepted', 'declined', 'withdrawn', 'expired')),
      version int not null default 1,
      pitch text not null,
      price bigint not null,
      currency text not null,
      links text[] not null default '{}',
      decline_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      edited_at timestamptz,
      unique (campaign_id, creator_org)
    );
    create index applications_creator on applications (creator_org, created_at desc);
    -- For what lists and the home page read of open rows: an org has many more that are closed.
    create index applications_open on applications (creator_org) include (brand_org, state)
      where state in ('submitted', 'shortlisted', 'offered');
    create index applications_unread on applications (brand_org, campaign_id) where state = 'submitted';
    create trigger applications_live after insert or update on applications
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'applications', {
    policies: {
      party: all('app_org() in (brand_org, creator_org)'),
    },
    app: {
      insert: true,
      update: ['state', 'version', 'pitch', 'price', 'links', 'decline_reason', 'updated_at', 'edited_at'],
    },
    worker: ['select', 'insert', 'update'],
  });

  // After applications, which one of its policies reads.
  await secureTable(db, 'campaigns', {
    policies: {
      // Applicants still read a campaign that was cancelled.
      applicants_read_cancelled: reads(
        "state = 'cancelled' and exists (select from applications a where a.campaign_id = campaigns.id and a.creator_org = app_org())",
      ),
      // A brand may delete drafts, which no other org has seen.
      only_drafts_deleted: "as restrictive for delete to sponsio_app using (state = 'draft')",
      own: all('brand_org = app_org()'),
      members_read_published: reads(`${MEMBER} and state in ('live', 'paused', 'filled', 'completed', 'closed')`),
    },
    app: {
      insert: true,
      update: [
        'state',
        'version',
        'title',
        'summary',
        'product',
        'goal',
        'currency',
        'country',
        'city',
        'wanted',
        'pay',
        'terms',
        'slots',
        'draft_step',
        'application_deadline',
        'deadline_at',
        'published_at',
        'updated_at',
        'reopens',
      ],
      delete: true,
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table saved_campaigns (
      org_id uuid not null references orgs,
      campaign_id uuid not null references campaigns,
      created_at timestamptz not null default now(),
      primary key (org_id, campaign_id)
    );
  `.execute(db);
  await secureTable(db, 'saved_campaigns', {
    policies: {
      own: all('org_id = app_org()'),
    },
    app: { insert: true, delete: true },
    worker: ['select', 'insert', 'update'],
  });
}
