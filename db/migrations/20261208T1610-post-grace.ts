import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const STANDARD = {
  posting: { min: 'P1D', fallback: 'P7D', max: 'P14D' },
  postGrace: { min: 'PT24H', fallback: 'PT72H', max: 'P7D' },
  retention: { min: 'P7D', fallback: 'P30D', max: 'P45D' },
};
const TEST = {
  posting: { min: 'PT1S', fallback: 'P7D', max: 'P30D' },
  postGrace: { min: 'PT1S', fallback: 'PT72H', max: 'P30D' },
  retention: { min: 'PT1S', fallback: 'P30D', max: 'P60D' },
};
/** The day after that of the ranges before, so that these are the ones in force. */
const FROM = '2020-01-02';

/** A post that does not come in time is overdue before its money goes back: since when, and the brand's one extension. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table milestones add column post_overdue_at timestamptz;
    alter table milestones add column post_extended_at timestamptz`.execute(db);
  await mayUpdate(db, 'milestones', ['post_extended_at']);
  await runSqlFile(db, '20261208T1610-post-grace.sql');
  await asMaintenance(db, async () => {
    for (const [name, ranges] of Object.entries({ standard: STANDARD, demo: STANDARD, test: TEST }))
      await sql`insert into clock_policies (name, valid_from, ranges)
        values (${`live:${name}`}, ${FROM}, ${JSON.stringify(ranges)}::jsonb)`.execute(db);
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () =>
    sql`delete from clock_policies where name like 'live:%' and valid_from = ${FROM}`.execute(db),
  );
  await runSqlFile(db, '20261208T1610-post-grace-down.sql');
  await sql`
    alter table milestones drop column post_extended_at;
    alter table milestones drop column post_overdue_at`.execute(db);
}
