import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

/** Rules by which a creator's prices move, and what they propose for each package, once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_policies (
      org_id uuid primary key references orgs,
      -- Raised by each change; a form names the version that it was opened with.
      version int not null default 1,
      active boolean not null,
      -- Proposals change the package without a click.
      automatic boolean not null,
      rules jsonb not null,
      -- Basis points of the base price.
      floor_bps int not null check (floor_bps between 1000 and 10000),
      ceiling_bps int not null check (ceiling_bps between 10000 and 50000),
      created_by text not null,
      updated_at timestamptz not null
    );
    create table price_suggestions (
      id uuid primary key,
      org_id uuid not null references orgs,
      package_id uuid not null references packages,
      day date not null,
      package_version int not null,
      currency text not null,
      -- Minor units: what the rules are applied to, what the package cost, what they propose.
      base bigint not null check (base > 0),
      was bigint not null check (was > 0),
      price bigint not null check (price > 0),
      lines jsonb not null,
      policy_version int not null,
      state text not null check (state in ('open', 'accepted', 'ignored', 'outdated')),
      by_rule boolean not null default false,
      created_at timestamptz not null,
      decided_at timestamptz,
      unique (package_id, day)
    );
    create index price_suggestions_org on price_suggestions (org_id, id desc);
  `.execute(db);
  await secureTable(db, 'price_policies', {
    policies: { own: all('org_id = app_org()') },
    app: {
      insert: true,
      update: ['version', 'active', 'automatic', 'rules', 'floor_bps', 'ceiling_bps', 'updated_at'],
    },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'price_suggestions', {
    policies: { own: all('org_id = app_org()') },
    app: { update: ['state', 'decided_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table price_suggestions; drop table price_policies`.execute(db);
}
