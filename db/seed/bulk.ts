import type pg from 'pg';

/**
 * Loads rows in one transaction, as sponsio_maintenance by a pool of that role: without triggers, whose work the caller
 * does, and without time limits. Afterwards statistics are taken, as autovacuum would within a minute.
 */
export async function bulkLoad(pool: pg.Pool, load: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `set local session_replication_role = replica; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '256MB'`,
    );
    await load(client);
    await client.query('commit');
    // Tables are vacuumed by their owner. The role in the connection's options would be refused.
    await client.query('set role none; set statement_timeout = 0');
    await client.query('vacuum analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(true);
  }
}

/** An id made of a kind and a number, an expression of SQL, so that rows refer to each other without a query. */
export const idOf = (kind: number, n: string): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;

/** Kinds of the ids of orgs. */
export const ORG_KINDS = { brand: 1, creator: 2 } as const;
export type BulkOrgKind = keyof typeof ORG_KINDS;

/**
 * Orgs from number `from` to `to`, each with one person, who owns it, and its billing details or its profile. `prefix`
 * begins slugs, handles and ids of persons. `suspended`: which of them are, a condition over their number n.
 */
export async function insertOrgs(
  client: pg.PoolClient,
  {
    kind,
    from,
    to,
    prefix = '',
    suspended = 'false',
  }: { kind: BulkOrgKind; from: number; to: number; prefix?: string; suspended?: string },
): Promise<void> {
  const rows = `generate_series(${from}, ${to}) n`;
  const id = idOf(ORG_KINDS[kind], 'n');
  const user = `'${prefix}${kind}-' || n`;
  const title = kind === 'brand' ? 'Brand' : 'Creator';
  for (const statement of [
    `insert into orgs(id, kind, name, slug, country, city, place_id, lat, lon, created_by, suspended_at)
      select ${id}, '${kind}', '${title} ' || n, '${prefix}${kind}-' || n, 'FR', 'Lyon', 2996944, 45.75, 4.85, ${user}, case when ${suspended} then now() end from ${rows}`,
    `insert into profiles(id, display_name, user_type, email, email_verified_at)
      select ${user}, '${title} Person ' || n, '${kind === 'brand' ? 'business' : 'influencer'}', '${prefix}${kind}' || n || '@test.example', now() from ${rows}`,
    `insert into org_members(org_id, user_id, role) select ${id}, ${user}, 'owner' from ${rows}`,
    kind === 'brand'
      ? `insert into billing_profiles(org_id, legal_name, country) select ${id}, 'Brand ' || n, 'FR' from ${rows}`
      : `insert into creator_profiles(org_id, handle, published_at) select ${id}, '${prefix}creator.' || n, now() from ${rows}`,
  ])
    await client.query(statement);
}
