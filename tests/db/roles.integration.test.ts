import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool } from '../../db/client.ts';
import { asMaintenance, mayUpdate, secureFunction, secureTable, withoutForce } from '../../db/secure-table.ts';
import type { DB } from '../../db/types.ts';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { MILESTONE_MACHINE } from '../../server/features/escrow/milestone/rules.ts';
import { MILESTONE_STATES } from '../../server/features/escrow/schema.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import {
  createMoneyWorld,
  deliver,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';

let world: MoneyWorld;
/** As the owner of the tables, without switching. */
let tables: Kysely<DB>;
let deal: TestDeal;

beforeAll(async () => {
  world = await createMoneyWorld('roles');
  tables = createDb(createPool(world.database.DATABASE_OWNER_URL, { max: 2 }));
  deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
}, 120_000);
afterAll(async () => {
  await tables?.destroy();
  await world?.close();
});

const names = async (text: ReturnType<typeof sql>): Promise<string[]> =>
  (await (text as ReturnType<typeof sql<{ name: string }>>).execute(tables)).rows.map((r) => r.name);

describe('the catalogue says of', () => {
  test('every public table that row security is enabled and forced', async () => {
    expect(
      await names(sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not like 'kysely%' and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
  });

  test('every function that bypasses row security that it belongs to sponsio_definer, and that only named roles call it', async () => {
    expect(
      await names(sql`select oid::regprocedure::text as name from pg_proc where pronamespace in ('public'::regnamespace, 'auth'::regnamespace) and prosecdef
      and (proowner <> 'sponsio_definer'::regrole or has_function_privilege('public', oid, 'execute'))`),
    ).toEqual([]);
    expect(
      await names(
        sql`select oid::regprocedure::text as name from pg_proc where proowner = 'sponsio_definer'::regrole and not prosecdef`,
      ),
    ).toEqual([]);
    expect(
      await names(sql`select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
      and (prosrc ~ '(session_user|current_user)[[:space:]]*(<>|!=|=)' or prosrc ~* '(session_user|current_user)[[:space:]]+not[[:space:]]+in')`),
      'a role is named by `in (…)`',
    ).toEqual([]);
  });

  test('the roles that bypass row security that they cannot log in, and those that log in that they do not bypass it', async () => {
    const { rows } = await sql<{ name: string; flags: string }>`
      select rolname as name, concat_ws(',', case when rolcanlogin then 'login' end, case when rolbypassrls then 'bypass' end, case when rolsuper or rolcreaterole or rolcreatedb then 'more' end) as flags
        from pg_roles where rolname like 'sponsio%' order by 1`.execute(tables);
    expect(Object.fromEntries(rows.map((r) => [r.name, r.flags]))).toEqual({
      sponsio_app: 'login',
      sponsio_definer: 'bypass',
      sponsio_maintenance: 'bypass',
      sponsio_owner: 'login',
      sponsio_worker: 'login',
    });
    expect(
      await names(
        sql`select r.rolname || ' in ' || g.rolname as name from pg_auth_members m join pg_roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid where g.rolname like 'sponsio%' order by 1`,
      ),
    ).toEqual(['sponsio_owner in sponsio_definer', 'sponsio_owner in sponsio_maintenance']);
    expect(
      await names(
        sql`select n as name from unnest(array['public', 'auth']) n where has_schema_privilege('sponsio_definer', n, 'create') or has_schema_privilege('sponsio_maintenance', n, 'create')`,
      ),
    ).toEqual([]);
  });

  test('the application that it updates by column and never a whole public table, and neither truncates nor references', async () => {
    expect(
      await names(sql`select c.relname as name from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.grantee = 'sponsio_app'::regrole and a.privilege_type in ('UPDATE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')`),
    ).toEqual([]);
    const columns = async (table: string) =>
      names(sql`select attname::text as name from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and has_column_privilege('sponsio_app', attrelid, attnum, 'update') order by 1`);
    expect(await columns('contracts')).toEqual([
      'completed_at',
      'decline_reason',
      'declined_at',
      'declined_side',
      'signed_at',
      'state',
      'updated_at',
      'version',
    ]);
    const money = [
      'amount',
      'balance',
      'charge_id',
      'credit',
      'currency',
      'debit',
      'fee',
      'funded_at',
      'payment_intent_id',
      'price',
      'provider_fee',
      'refunded_at',
      'released_at',
      'tax',
      'total',
    ];
    for (const table of [
      'milestones',
      'payments',
      'contracts',
      'transfers',
      'refunds',
      'payouts',
      'documents',
      'ledger_accounts',
      'ledger_entries',
      'ledger_org_totals',
      'ledger_tx',
      'quotes',
    ]) {
      // The charge of a saved method, once: a trigger refuses any other.
      const may = table === 'payments' ? ['payment_intent_id'] : [];
      expect([table, (await columns(table)).filter((c) => money.includes(c))]).toEqual([table, may]);
    }
    // Whose row it is decides who sees it.
    expect(
      await names(sql`select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and a.attname in ('id', 'org_id', 'brand_org', 'creator_org', 'agency_org', 'payee_org', 'user_id', 'created_by') and has_column_privilege('sponsio_app', c.oid, a.attnum, 'update')`),
    ).toEqual([]);
  });
});

describe('row security binds', () => {
  test('the owner of the tables: it sees no row and changes none, until it acts as sponsio_maintenance', async () => {
    const count = async (): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from contracts`.execute(tables)).rows[0]!.n;
    expect(await count()).toBe(0);
    await expect(
      sql`insert into staff(user_id, display_name, role) values ('x', 'x', 'super')`.execute(tables),
    ).rejects.toMatchObject({ code: '42501' });
    const seen = await tables.transaction().execute(async (tx) => {
      await sql`set local role sponsio_maintenance`.execute(tx);
      return (await sql<{ n: number }>`select count(*)::int as n from contracts`.execute(tx)).rows[0]!.n;
    });
    expect(seen).toBeGreaterThan(0);
  });

  test('a role without a grant: the functions that bypass row security refuse it', async () => {
    const admin = createDb(
      createPool(world.database.adminUrl.replace(/\/[^/]*$/, `/${world.database.name}`), { max: 1 }),
    );
    const name = `passer_by_${newId().slice(-6)}`;
    try {
      await sql
        .raw(
          `create role ${name} login password 'p'; grant usage on schema public to ${name}; grant select, update on all tables in schema public to ${name}`,
        )
        .execute(admin);
      const url = new URL(world.database.DATABASE_URL);
      url.username = name;
      url.password = 'p';
      const passer = createDb(createPool(url.href, { max: 1 }));
      try {
        for (const call of [
          sql`select * from milestone_balances(array[${deal.milestoneId}::uuid])`,
          sql`select * from milestone_postings(${deal.milestoneId}::uuid)`,
          sql`select * from public_figures()`,
        ]) {
          await expect(call.execute(passer)).rejects.toMatchObject({ code: '42501' });
        }
        expect((await sql`select 1 from milestones`.execute(passer)).rows).toEqual([]);
      } finally {
        await passer.destroy();
      }
    } finally {
      await sql.raw(`drop owned by ${name}; drop role ${name}`).execute(admin);
      await admin.destroy();
    }
  });
});

const UNDO = Symbol('undo');
/**
 * Runs one statement as the application for a user and rolls it back; returns the number of rows, or the code or
 * constraint of the refusal.
 */
async function tried(actor: OrgActor, text: ReturnType<typeof sql>, db = world.as(actor)): Promise<string> {
  let touched = '';
  try {
    await withTx(db, async (tx) => {
      touched = `${(await text.execute(tx.db)).numAffectedRows ?? 0n} rows`;
      throw UNDO;
    });
  } catch (error) {
    if (error === UNDO) return touched;
    const { code, constraint } = error as { code?: string; constraint?: string };
    return constraint ?? code ?? String(error);
  }
  return touched;
}

describe('a statement injected into a request of a party', () => {
  test('cannot write prices, terms, parties, money or provider ids', async () => {
    const { brand, contractId, milestoneId } = deal;
    for (const statement of [
      sql`update contracts set total = 1 where id = ${contractId}`,
      sql`update contracts set terms = '{}' where id = ${contractId}`,
      sql`update contracts set document = '{}' where id = ${contractId}`,
      sql`update contracts set creator_org = brand_org where id = ${contractId}`,
      sql`update milestones set amount = 1 where id = ${milestoneId}`,
      sql`update milestones set funded_at = now() where id = ${milestoneId}`,
      sql`update milestones set holds = '{}' where id = ${milestoneId}`,
      sql`update payments set charge_id = 'ch_1', paid_at = now() where milestone_id = ${milestoneId}`,
      sql`update payments set total = 1 where milestone_id = ${milestoneId}`,
      sql`update payouts set state = 'paid'`,
      sql`update org_members set role = 'owner'`,
      sql`update staff set role = 'super'`,
    ])
      expect(await tried(brand, statement)).toBe('42501');
  });

  test('moves a milestone only by the steps that its party may take, from every state to every state', async () => {
    const { brand, creator, milestoneId } = deal;
    const wrong: string[] = [];
    for (const from of MILESTONE_STATES) {
      await world.owner.updateTable('milestones').set({ state: from }).where('id', '=', milestoneId).execute();
      for (const to of MILESTONE_STATES.filter((s) => s !== from)) {
        for (const [side, actor] of [
          ['brand', brand],
          ['creator', creator],
        ] as const) {
          const may = Object.values(MILESTONE_MACHINE).some(
            (step) =>
              step.to === to &&
              (step.from as readonly string[]).includes(from) &&
              (step.by as readonly string[]).includes(side),
          );
          const answer = await tried(actor, sql`update milestones set state = ${to} where id = ${milestoneId}`);
          if (answer !== (may ? '1 rows' : 'milestone_step')) wrong.push(`${side} ${from}>${to}: ${answer}`);
        }
      }
    }
    await world.owner.updateTable('milestones').set({ state: 'delivered' }).where('id', '=', milestoneId).execute();
    expect(wrong).toEqual([]);
  });

  test('never makes a payment paid or refunded, and never a contract active', async () => {
    const { brand, creator, contractId, milestoneId } = deal;
    for (const state of ['claimed', 'open', 'processing', 'failed', 'expired', 'refunding', 'refunded']) {
      expect([
        state,
        await tried(brand, sql`update payments set state = ${state} where milestone_id = ${milestoneId}`),
      ]).toEqual([state, 'payment_step']);
    }
    await world.owner.updateTable('payments').set({ state: 'open' }).where('milestone_id', '=', milestoneId).execute();
    for (const state of ['paid', 'processing', 'refunding', 'refunded']) {
      expect([
        state,
        await tried(brand, sql`update payments set state = ${state} where milestone_id = ${milestoneId}`),
      ]).toEqual([state, 'payment_step']);
    }
    await world.owner.updateTable('payments').set({ state: 'paid' }).where('milestone_id', '=', milestoneId).execute();
    for (const who of [brand, creator])
      expect(await tried(who, sql`update contracts set state = 'sent' where id = ${contractId}`)).toBe('contract_step');
    await world.owner
      .updateTable('contracts')
      .set({ state: 'partially_signed' })
      .where('id', '=', contractId)
      .execute();
    expect(await tried(brand, sql`update contracts set state = 'active' where id = ${contractId}`)).toBe(
      'contract_step',
    );
    await world.owner.updateTable('contracts').set({ state: 'active' }).where('id', '=', contractId).execute();
  });
});

test('what was signed stays as it was signed, for every role: price, terms, parties, document, hash, and the parts', async () => {
  const { contractId, milestoneId } = deal;
  const other = await openDeal(world);
  const contract = {
    total: '1',
    terms: `'{}'`,
    terms_hash: `'x'`,
    document: `'{}'`,
    document_hash: `'x'`,
    title: `'x'`,
    currency: `'USD'`,
    fee_bps: '1',
    tax_bps: '1',
    commission_bps: '1',
    brand_org: `'${other.brand.orgId}'`,
    creator_org: `'${other.creator.orgId}'`,
    agency_org: `'${other.brand.orgId}'`,
    signed_at: 'now()',
    clock_policy: `'x'`,
  };
  const part = {
    amount: 'amount + 1',
    currency: `'USD'`,
    title: `'x'`,
    contract_id: `'${other.contractId}'`,
    creator_org: `'${other.creator.orgId}'`,
    rounds_max: '9',
    seq: '9',
  };
  for (const db of [world.owner, world.worker]) {
    for (const [column, value] of Object.entries(contract)) {
      await expect(
        sql.raw(`update contracts set ${column} = ${value} where id = '${contractId}'`).execute(db),
        column,
      ).rejects.toMatchObject({ constraint: 'signed_contract' });
    }
    for (const [column, value] of Object.entries(part)) {
      await expect(
        sql.raw(`update milestones set ${column} = ${value} where id = '${milestoneId}'`).execute(db),
        column,
      ).rejects.toMatchObject({ constraint: 'signed_contract' });
    }
  }
});

test('a table and a function made by the helpers of migrations pass the checks above', async () => {
  await tables.transaction().execute(async (trx) => {
    const tx = trx as unknown as Kysely<unknown>;
    await sql`create table made_here (id uuid primary key, org_id uuid not null, note text not null, state text not null default 'open')`.execute(
      tx,
    );
    await secureTable(tx, 'made_here', {
      policies: { own: 'to sponsio_app using (org_id = app_org()) with check (org_id = app_org())' },
      app: { insert: true, update: ['state'] },
      worker: ['select', 'insert', 'update', 'delete'],
    });
    await sql`create function made_here_count() returns int language sql stable security definer set search_path = public, pg_temp as $$ select count(*)::int from made_here $$`.execute(
      tx,
    );
    await secureFunction(tx, 'made_here_count()', ['sponsio_app']);
    await sql`alter table made_here add column seen_at timestamptz`.execute(tx);
    await mayUpdate(tx, 'made_here', ['seen_at']);
    await asMaintenance(tx, () =>
      sql`insert into made_here(id, org_id, note) values (${newId()}, ${deal.creator.orgId}, 'theirs')`.execute(tx),
    );
    await withoutForce(tx, ['made_here', 'orgs'], () =>
      sql`alter table made_here add constraint made_here_org foreign key (org_id) references orgs`.execute(tx),
    );
  });
  const { brand, creator } = deal;
  await withTx(world.as(brand), async ({ db }) => {
    await sql`insert into made_here(id, org_id, note) values (${newId()}, ${brand.orgId}, 'ours')`.execute(db);
    await sql`update made_here set state = 'done', seen_at = now()`.execute(db);
  });
  expect(await tried(brand, sql`update made_here set note = 'other'`)).toBe('42501');
  expect(await tried(creator, sql`update made_here set state = 'open'`)).toBe('1 rows');
  expect(await tried(creator, sql`update made_here set state = 'open' where org_id = ${brand.orgId}`)).toBe('0 rows');
  await withTx(world.as(creator), async ({ db }) => {
    expect((await sql<{ n: number }>`select made_here_count() as n`.execute(db)).rows).toEqual([{ n: 2 }]);
  });
  await expect(sql`select made_here_count()`.execute(world.worker)).rejects.toMatchObject({ code: '42501' });
  expect(
    await names(
      sql`select relname as name from pg_class where relname = 'made_here' and relrowsecurity and relforcerowsecurity`,
    ),
  ).toEqual(['made_here']);
  await sql`drop function made_here_count()`.execute(tables);
  await sql`drop table made_here`.execute(tables);
});
