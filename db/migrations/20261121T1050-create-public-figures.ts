import { sql, type Kysely } from 'kysely';

/** What a stranger may know of the whole: counts and sums over rows that nobody outside may read, never a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function public_figures() returns table (creators int, paid int, released bigint, currency text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select (select count(*)::int from creator_profiles c where c.published_at is not null and exists (
                select 1 from org_members o join profiles p on p.id = o.user_id where o.org_id = c.org_id and p.email_verified_at is not null)),
             (select count(*)::int from milestones m where m.released_at is not null),
             most.released, most.currency
        from (select 1) as one left join lateral (
          select sum(m.amount)::bigint as released, m.currency from milestones m where m.released_at is not null
            group by m.currency order by count(*) desc, m.currency limit 1) as most on true $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop function public_figures()').execute(db);
}
