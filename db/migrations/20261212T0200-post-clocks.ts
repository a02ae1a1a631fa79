import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

const CLOCKS = {
  standard: { looks: ['PT1H', 'PT24H', 'P7D'], retry: 'PT1H', decision: 'PT72H' },
  demo: { looks: ['PT20S', 'PT2M', 'PT6M'], retry: 'PT20S', decision: 'PT3M' },
  test: { looks: ['PT1S', 'PT2S', 'PT3S'], retry: 'PT1S', decision: 'PT3S' },
};

/** When posts are looked at: dated as all clocks are, from before the first contract, so that each keeps its times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, async () => {
    for (const [name, clocks] of Object.entries(CLOCKS))
      await sql`insert into clock_policies (name, valid_from, ranges)
        values (${`posts:${name}`}, '2020-01-01', ${JSON.stringify(clocks)}::jsonb)`.execute(db);
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from clock_policies where name like 'posts:%'`.execute(db));
}
