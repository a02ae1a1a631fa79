import { sql, type Kysely } from 'kysely';
import { all, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const BUYER = { own: all('brand_org = app_org()') };

/** Packages that creators offer at a fixed price, the cart of a brand, its quotes and its orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table packages (
      id uuid primary key,
      org_id uuid not null references orgs,
      state text not null check (state in ('active', 'paused', 'removed')),
      -- Raised by each change of what is offered; a cart names the version that was seen.
      version int not null default 1,
      title text not null check (length(title) <= 80),
      description text not null check (length(description) <= 1000),
      -- Networks with formats and their numbers.
      deliverables jsonb not null,
      platforms text[] not null,
      currency text not null,
      price bigint not null check (price > 0),
      delivery_days int not null check (delivery_days between 1 and 60),
      rights_use text not null,
      rights_days int not null check (rights_days between 1 and 1095),
      rounds int not null check (rounds between 0 and 5),
      addons jsonb not null default '[]',
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index packages_org on packages (org_id, created_at);
    create index packages_recent on packages (updated_at desc, id desc) where state = 'active'`.execute(db);
  await secureTable(db, 'packages', {
    policies: {
      own: all('org_id = app_org()'),
      members_read: reads(`state <> 'removed' and app_kind() in ('brand', 'creator', 'agency')`),
    },
    app: {
      insert: true,
      update: [
        'state',
        'version',
        'title',
        'description',
        'deliverables',
        'platforms',
        'currency',
        'price',
        'delivery_days',
        'rights_use',
        'rights_days',
        'rounds',
        'addons',
        'updated_at',
      ],
    },
    worker: ['select', 'update'],
  });

  await sql`
    -- How many offers and deals a creator takes at the same time.
    create table package_capacity (
      org_id uuid primary key references orgs,
      orders int not null check (orders between 0 and 50),
      updated_at timestamptz not null
    )`.execute(db);
  await secureTable(db, 'package_capacity', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, update: ['orders', 'updated_at'] },
    worker: ['select', 'delete'],
  });

  await sql`
    -- One of each brand; its row is locked by every change of the lines and by the checkout.
    create table carts (
      brand_org uuid primary key references orgs,
      version int not null default 1,
      updated_at timestamptz not null
    );
    create trigger carts_live after insert or update on carts for each row execute function notify_live();
    create table cart_lines (
      id uuid primary key,
      brand_org uuid not null references orgs,
      package_id uuid not null references packages,
      creator_org uuid not null references orgs,
      -- Of the package, as it was read.
      package_version int not null,
      -- Ids of the chosen add-ons.
      addons text[] not null default '{}',
      -- Products that come beside the price, with their value in the package's currency.
      goods text not null default '' check (length(goods) <= 200),
      goods_value bigint not null default 0 check (goods_value >= 0),
      added_by text not null,
      created_at timestamptz not null,
      unique (brand_org, package_id)
    );
    create index cart_lines_package on cart_lines (package_id);
    create index cart_lines_creator on cart_lines (creator_org);
    create table package_orders (
      id uuid primary key,
      brand_org uuid not null references orgs,
      placed_by text not null,
      placed_at timestamptz not null
    );
    create index package_orders_brand on package_orders (brand_org, placed_at desc, id desc);
    create table cart_quotes (
      id uuid primary key,
      brand_org uuid not null references orgs,
      cart_version int not null,
      -- What each creator would get, with fee and tax, as it is shown.
      content jsonb not null,
      made_by text not null,
      made_at timestamptz not null,
      expires_at timestamptz not null,
      order_id uuid references package_orders
    );
    create index cart_quotes_brand on cart_quotes (brand_org, made_at desc);
    create index cart_quotes_order on cart_quotes (order_id) where order_id is not null;
    create index cart_quotes_made on cart_quotes (made_at) where order_id is null;
    -- What came of an order with each creator: an offer, or the reason why there is none.
    create table package_order_lines (
      id uuid primary key,
      order_id uuid not null references package_orders,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      position int not null,
      offer_id uuid unique references offers,
      refusal text,
      content jsonb not null,
      created_at timestamptz not null,
      unique (order_id, creator_org),
      check ((offer_id is null) <> (refusal is null))
    );
    create index package_order_lines_brand on package_order_lines (brand_org, created_at desc);
    create index package_order_lines_creator on package_order_lines (creator_org)`.execute(db);
  await secureTable(db, 'carts', {
    policies: BUYER,
    app: { insert: true, update: ['version', 'updated_at'] },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'cart_lines', {
    policies: BUYER,
    app: { insert: true, update: ['package_version', 'addons', 'goods', 'goods_value'], delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'package_orders', {
    policies: BUYER,
    app: { insert: true },
    worker: ['select', 'insert'],
  });
  await secureTable(db, 'cart_quotes', {
    policies: BUYER,
    app: { insert: true, update: ['order_id'] },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'package_order_lines', {
    policies: BUYER,
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  // Terms that are accepted or declined as they are.
  await sql`alter table offers add column fixed boolean not null default false`.execute(db);

  await runSqlFile(db, '20261204T0600-packages.sql');
  await secureFunction(db, 'creators_at_work(uuid[])', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function creators_at_work(uuid[]); alter table offers drop column fixed;
    drop table package_order_lines; drop table cart_quotes; drop table package_orders; drop table cart_lines; drop table carts;
    drop table package_capacity; drop table packages`.execute(db);
}
