import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate } from '../secure-table.ts';

const outcomes = (more: string): string =>
  `alter table publications drop constraint publications_outcome_check;
   alter table publications add constraint publications_outcome_check check (outcome in
     ('live', 'wrong_author', 'no_disclosure', 'removed', 'changed', 'unreachable', 'unclear'${more}))`;

/** A post has to be by an account of the signature, and from after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Accounts of the creator at this signature, on either side: platform, handle, whether it was connected.
    alter table signatures add column accounts jsonb`.execute(db);
  await sql`
    alter table publications
      -- Accounts that were entered after the signature, when the link was given: a post by one of them is the brand's to judge.
      add column claimed text[] not null default '{}',
      -- A post that its page dates before is a fault; null where the brand let that count as live.
      add column publish_from timestamptz`.execute(db);
  await sql.raw(outcomes(", 'published_before'")).execute(db);
  await mayUpdate(db, 'publications', ['claimed', 'publish_from', 'digest']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () =>
    sql`
      update publications set outcome = case when outcome = 'published_before' then 'unclear' else outcome end,
          accepted_outcome = case when accepted_outcome = 'published_before' then 'unclear' else accepted_outcome end, detail = null
       where 'published_before' in (outcome, accepted_outcome)`.execute(db),
  );
  await sql.raw(outcomes('')).execute(db);
  await sql`revoke update (digest) on publications from sponsio_app`.execute(db);
  await sql`alter table publications drop column claimed, drop column publish_from`.execute(db);
  await sql`alter table signatures drop column accounts`.execute(db);
}
