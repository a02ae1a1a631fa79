import { sql, type Kysely } from 'kysely';

export interface TableAccess {
  /** Name of a policy and the rest of its statement: `to sponsio_app using (…) with check (…)`. */
  policies: Record<string, string>;
  /** What the application may do. `update` names columns, never the whole table; `select` unless said otherwise. */
  app: { select?: false; insert?: true; update?: readonly string[]; delete?: true };
  /** What the worker may do; row security lets it see every row. */
  worker: readonly ('select' | 'insert' | 'update' | 'delete')[];
}

/**
 * What each new table needs: row security enabled and forced, the policies of the worker and of staff who read, the given
 * policies, and the grants. Staff of a table that they must not read: drop the policy `staff_reads` afterwards.
 */
export async function secureTable(
  db: Kysely<unknown>,
  table: string,
  { policies, app, worker }: TableAccess,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy worker on ${table} to sponsio_worker using (true) with check (true);
    create policy staff_reads on ${table} for select to sponsio_app using (app_kind() = 'staff');
  `);
  for (const [name, rest] of Object.entries(policies)) await run(`create policy ${name} on ${table} ${rest}`);
  if (worker.length > 0) await run(`grant ${worker.join(', ')} on ${table} to sponsio_worker`);
  const verbs = [
    ...(app.select === false ? [] : ['select']),
    ...(app.insert ? ['insert'] : []),
    ...(app.delete ? ['delete'] : []),
  ];
  if (verbs.length > 0) await run(`grant ${verbs.join(', ')} on ${table} to sponsio_app`);
  if (app.update) await mayUpdate(db, table, app.update);
}

/** The columns of a table that the application may change; those of earlier migrations stay. */
export async function mayUpdate(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  await sql.raw(`grant update (${columns.join(', ')}) on ${table} to sponsio_app`).execute(db);
}

/**
 * Gives a security-definer function to the role that bypasses row security and has no login, and lets only the named
 * roles call it. `create or replace` keeps owner and rights; a function that is dropped and created again needs this
 * again.
 */
export async function secureFunction(
  db: Kysely<unknown>,
  signature: string,
  roles: readonly ('sponsio_app' | 'sponsio_worker')[],
): Promise<void> {
  await ownedByDefiner(db, [signature]);
  await sql.raw(`revoke all on function ${signature} from public, sponsio_app, sponsio_worker`).execute(db);
  if (roles.length > 0) await sql.raw(`grant execute on function ${signature} to ${roles.join(', ')}`).execute(db);
}

/** The new owner needs the right to create in the schema during the transfer only. */
export async function ownedByDefiner(db: Kysely<unknown>, signatures: readonly string[]): Promise<void> {
  await sql`grant create on schema public to sponsio_definer`.execute(db);
  for (const signature of signatures) await sql.raw(`alter function ${signature} owner to sponsio_definer`).execute(db);
  await sql`revoke create on schema public from sponsio_definer`.execute(db);
}

/**
 * Runs statements that read or change rows. The owner of the tables, who migrates, is bound by row security as well and
 * would be refused ("query would be affected by row-level security policy").
 */
export async function asMaintenance(db: Kysely<unknown>, work: () => Promise<unknown>): Promise<void> {
  await sql`set local role sponsio_maintenance`.execute(db);
  await work();
  await sql`reset role`.execute(db);
}

/**
 * For a foreign key that is added to tables with rows: Postgres checks them in the name of the tables' owner. Force is back
 * before the migration's transaction ends.
 */
export async function withoutForce(
  db: Kysely<unknown>,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  for (const table of tables) await sql.raw(`alter table ${table} no force row level security`).execute(db);
  await work();
  for (const table of tables) await sql.raw(`alter table ${table} force row level security`).execute(db);
}
