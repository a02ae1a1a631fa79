import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** Migrations of one run share a transaction, and a table with deferred checks to come cannot be altered. */
const CHECK_NOW = sql.raw('set constraints all immediate; set constraints all deferred;');

/**
 * The states in which money waits for a post, and the parts that were released before, are kept while the migrations of both
 * are taken back: the constraints before them do not know these states, and the parts go with their table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kept: boolean }>`select to_regclass('kept_live_states') is not null as kept`.execute(db);
  if (!rows[0]?.kept) return;
  await asMaintenance(db, () =>
    sql`
      insert into release_parts
        select (jsonb_populate_record(null::release_parts, kept)).* from kept_live_states where of = 'release_parts'
        on conflict (id) do update set cause = excluded.cause;
      update milestones m set state = k.kept->>'state', released_parts = (k.kept->>'released_parts')::bigint
        from kept_live_states k where k.of = 'milestones' and m.id = k.id;
      update transfers t set part = (k.kept->>'part')::int, clears_at = (k.kept->>'clears_at')::timestamptz
        from kept_live_states k where k.of = 'transfers' and t.id = k.id;
      ${CHECK_NOW}
    `.execute(db),
  );
  await sql`drop table kept_live_states`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_live_states (of text not null, id uuid not null, kept jsonb not null);
    grant select, insert on kept_live_states to sponsio_maintenance;
  `.execute(db);
  await asMaintenance(db, () =>
    sql`
      insert into kept_live_states(of, id, kept)
        select 'milestones', id, jsonb_build_object('state', state, 'released_parts', released_parts) from milestones
          where state in ('awaiting_live', 'retention') or released_parts > 0
        union all select 'release_parts', id, to_jsonb(p) from release_parts p
        union all select 'transfers', id, jsonb_build_object('part', part, 'clears_at', clears_at) from transfers
          where part > 1 or clears_at is not null;
      update milestones set state = 'approved' where state in ('awaiting_live', 'retention');
      ${CHECK_NOW}
    `.execute(db),
  );
}
