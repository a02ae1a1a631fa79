import type { Db } from '../../../db/client.ts';

/** Profile, orgs and staff role of a signed-in user, in one round trip. */
export async function findPrincipal(db: Db, userId: string) {
  const rows = await db
    .selectFrom('profiles as p')
    .leftJoin('org_members as m', 'm.user_id', 'p.id')
    .leftJoin('orgs as o', 'o.id', 'm.org_id')
    .where('p.id', '=', userId)
    .orderBy('m.created_at')
    .select([
      'p.id', 'p.display_name', 'p.user_type', 'p.email', 'p.locale', 'p.time_zone', 'p.email_verified_at',
      'o.id as org_id', 'o.kind as org_kind', 'o.name as org_name', 'o.slug as org_slug', 'o.suspended_at', 'm.role',
    ])
    .execute();
  return rows;
}

export type PrincipalRow = Awaited<ReturnType<typeof findPrincipal>>[number];

export async function findStaff(db: Db, userId: string) {
  return db.selectFrom('staff').where('user_id', '=', userId).select(['user_id', 'display_name', 'role']).executeTakeFirst();
}

/** Whether an org has this slug or a creator this handle; a creator's first handle is the slug. */
export async function slugTaken(db: Db, slug: string): Promise<boolean> {
  const { taken } = await db
    .selectNoFrom((eb) => eb.or([eb.exists(eb.selectFrom('orgs').select('id').where('slug', '=', slug)), eb.exists(eb.selectFrom('creator_profiles').select('org_id').where('handle', '=', slug))]).as('taken'))
    .executeTakeFirstOrThrow();
  return Boolean(taken);
}
