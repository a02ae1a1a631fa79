import { sql, type Kysely } from 'kysely';

/**
 * Whose session a token is and what that person may be, in one statement: every request begins with it. It looks past the
 * row walls, since who asks is known only afterwards; without the token, which only its owner's cookie holds, it answers nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function signed_in(p_token text) returns table (
        session_id text, signed_in_at timestamptz, expires_at timestamptz, user_id text, account_email text, two_factor boolean,
        display_name text, email text, email_verified_at timestamptz,
        org_id uuid, org_kind text, suspended_at timestamptz, role text, staff_name text, staff_role text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select s."id", s."createdAt", s."expiresAt", u."id", u."email", coalesce(u."twoFactorEnabled", false),
          p.display_name, p.email, p.email_verified_at, o.id, o.kind, o.suspended_at, m.role, t.display_name, t.role
        from auth."session" s
        join auth."user" u on u."id" = s."userId"
        left join profiles p on p.id = u."id"
        left join org_members m on m.user_id = p.id
        left join orgs o on o.id = m.org_id
        left join staff t on t.user_id = u."id"
        where s."token" = p_token and s."expiresAt" > now()
        order by m.created_at $$;
    revoke all on function signed_in(text) from public;
    grant execute on function signed_in(text) to sponsio_app;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function signed_in(text)`.execute(db);
}
