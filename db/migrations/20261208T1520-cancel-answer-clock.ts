import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** The day after that of the ranges before, so that these are the ones in force. */
const LATER = sql`valid_from + interval '1 day'`;
const CANCEL_ANSWER = {
  standard: { min: 'PT24H', fallback: 'PT72H', max: 'P7D' },
  demo: { min: 'PT24H', fallback: 'PT72H', max: 'P7D' },
  test: { min: 'PT1S', fallback: 'PT72H', max: 'P90D' },
};

/** The time to answer a proposal to cancel is a clock of the contract. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, async () => {
    for (const [name, range] of Object.entries(CANCEL_ANSWER))
      await sql`insert into clock_policies (name, valid_from, ranges)
        select name, ${LATER}, ranges || ${JSON.stringify({ cancelAnswer: range })}::jsonb from clock_policies
          where name = ${name} order by valid_from desc limit 1`.execute(db);
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from clock_policies where ranges ? 'cancelAnswer'`.execute(db));
}
