import { sql, type Kysely } from 'kysely';

export interface TableAccess {
  /** Name of a policy and the rest of its statement; `all`, `reads`, `inserts` and `updates` write the usual ones. */
  policies: Record<string, string>;
  /** False for a table that staff must not read. */
  staffReads?: boolean;
  /** What the application may do. `update` names columns, never the whole table; `select` unless said otherwise. */
  app: { select?: false; insert?: true; update?: readonly string[]; delete?: true };
  /** What the worker may do; row security lets it see every row. */
  worker: readonly ('select' | 'insert' | 'update' | 'delete')[];
}

/** Conditions of policies. */
export const STAFF = `app_kind() = 'staff'`;
export const MEMBER = `app_kind() in ('brand', 'creator', 'agency', 'newcomer')`;

/** Policies of the application: which rows it may see, and which it may write. */
export const all = (using: string, check = using): string => `to sponsio_app using (${using}) with check (${check})`;
export const reads = (using: string): string => `for select to sponsio_app using (${using})`;
export const inserts = (check: string): string => `for insert to sponsio_app with check (${check})`;
export const updates = (using: string, check = using): string =>
  `for update to sponsio_app using (${using}) with check (${check})`;

/** A row that a brand, a creator and perhaps an agency share: each of them sees it, no other org does. */
export const PARTY = all('app_org() in (brand_org, creator_org, agency_org)');

/**
 * What each new table needs: row security enabled and forced, the policies of the worker and of staff who read, the given
 * policies, and the grants.
 */
export async function secureTable(
  db: Kysely<unknown>,
  table: string,
  { policies, staffReads = true, app, worker }: TableAccess,
): Promise<void> {
  const every = {
    worker: 'to sponsio_worker using (true) with check (true)',
    ...(staffReads ? { staff_reads: reads(STAFF) } : {}),
    ...policies,
  };
  const verbs = [
    ...(app.select === false ? [] : ['select']),
    ...(app.insert ? ['insert'] : []),
    ...(app.delete ? ['delete'] : []),
  ];
  await sql
    .raw(
      [
        `alter table ${table} enable row level security`,
        `alter table ${table} force row level security`,
        ...Object.entries(every).map(([name, rest]) => `create policy ${name} on ${table} ${rest}`),
        ...(worker.length > 0 ? [`grant ${worker.join(', ')} on ${table} to sponsio_worker`] : []),
        ...(verbs.length > 0 ? [`grant ${verbs.join(', ')} on ${table} to sponsio_app`] : []),
      ].join(';\n'),
    )
    .execute(db);
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
  // The new owner needs the right to create in the schema during the transfer only.
  await sql
    .raw(
      `grant create on schema public to sponsio_definer;
      alter function ${signature} owner to sponsio_definer;
      revoke create on schema public from sponsio_definer;
      revoke all on function ${signature} from public, sponsio_app, sponsio_worker;
      ${roles.length > 0 ? `grant execute on function ${signature} to ${roles.join(', ')}` : ''}`,
    )
    .execute(db);
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
