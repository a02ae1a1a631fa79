import { sql, type Kysely } from 'kysely';
import { asMaintenance, reads, secureTable } from '../secure-table.ts';

const PUBLISHED = {
  'instagram er_f': [
    [1_000, 172, 338, 442, 797],
    [5_000, 62, 125, 162, 354],
    [10_000, 39, 84, 111, 261],
    [50_000, 32, 75, 101, 247],
    [100_000, 41, 87, 114, 263],
    [500_000, 46, 88, 113, 246],
    [1_000_000, 57, 102, 127, 260],
  ],
  'tiktok er_v': [
    [1_000, 949, 1_206, 1_404, 1_851],
    [5_000, 779, 1_050, 1_183, 1_459],
    [10_000, 628, 838, 937, 1_138],
    [50_000, 547, 722, 803, 1_045],
    [100_000, 507, 666, 739, 956],
    [500_000, 473, 619, 685, 812],
    [1_000_000, 475, 620, 684, 869],
  ],
  'youtube er_v': [
    [1_000, 41, 147, 202, 642],
    [5_000, 16, 59, 82, 262],
    [10_000, 9, 36, 51, 166],
    [50_000, 5, 23, 33, 108],
    [100_000, 4, 19, 27, 86],
    [500_000, 3, 16, 24, 71],
    [1_000_000, 2, 13, 18, 59],
  ],
} as const;

/** Published engagement rates, as dated rows: a newer set is further rows with a later day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table engagement_benchmarks (
      platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'blog', 'ugc')),
      formula text not null check (formula in ('er_f', 'er_v')),
      -- The day from which on the row holds.
      valid_from date not null,
      -- The smallest number of followers of the cell.
      followers_from int not null check (followers_from > 0),
      -- Basis points.
      low int not null check (low >= 0),
      average_from int not null check (average_from >= low),
      average_to int not null check (average_to >= average_from),
      high int not null check (high >= average_to),
      source text not null check (source <> ''),
      primary key (platform, formula, followers_from, valid_from),
      constraint engagement_benchmarks_network check (formula = case when platform = 'instagram' then 'er_f' else 'er_v' end)
    )`.execute(db);
  await secureTable(db, 'engagement_benchmarks', {
    policies: { everyone: reads('true') },
    staffReads: false,
    app: {},
    worker: [],
  });
  const rows = Object.entries(PUBLISHED).flatMap(([cell, sizes]) => {
    const [platform, formula] = cell.split(' ');
    return sizes.map(([followers, low, from, to, high]) => ({ platform, formula, followers, low, from, to, high }));
  });
  await asMaintenance(db, () =>
    sql`
    insert into engagement_benchmarks(platform, formula, valid_from, followers_from, low, average_from, average_to, high, source)
    select r.platform, r.formula, '2025-11-01', r.followers, r.low, r."from", r."to", r.high, 'Modash'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(platform text, formula text, followers int, low int, "from" int, "to" int, high int)`.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table engagement_benchmarks`.execute(db);
}
