import { sql, type Kysely } from 'kysely';
import { asMaintenance, reads, secureTable } from '../secure-table.ts';

const standard = {
  offerAnswer: { min: 'PT24H', fallback: 'PT72H', max: 'P14D' },
  signature: { min: 'P1D', fallback: 'P7D', max: 'P14D' },
  funding: { min: 'PT24H', fallback: 'PT72H', max: 'P14D' },
  review: { min: 'P3D', fallback: 'P5D', max: 'P14D' },
  extension: { min: 'PT24H', fallback: 'PT72H', max: 'PT72H' },
  revisionTurn: { min: 'P2D', fallback: 'P3D', max: 'P7D' },
  overdueAfter: { min: 'PT24H', fallback: 'PT24H', max: 'PT72H' },
  grace: { min: 'P3D', fallback: 'P7D', max: 'P14D' },
  clearing: { min: 'PT0S', fallback: 'PT72H', max: 'P14D' },
};
const wide = (fallback: string) => ({ min: 'PT0S', fallback, max: 'P90D' });
const RANGES = {
  standard,
  demo: { ...standard, clearing: { min: 'PT0S', fallback: 'PT30S', max: 'P14D' } },
  test: {
    offerAnswer: wide('PT72H'),
    signature: wide('P7D'),
    funding: wide('PT72H'),
    review: wide('P5D'),
    extension: wide('PT72H'),
    revisionTurn: wide('P3D'),
    overdueAfter: wide('PT24H'),
    grace: wide('P7D'),
    clearing: wide('PT0S'),
  },
};

/** Dated data that contracts copy: fee schedules, tax rates on the fee, and the ranges that deadlines may take. */
export async function createReference(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_rates (
      country text not null,
      bps int not null check (bps between 0 and 4000),
      valid_from date not null,
      primary key (country, valid_from)
    );
  `.execute(db);
  await secureTable(db, 'tax_rates', {
    policies: {
      reference: reads('true'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table fee_schedules (
      id uuid primary key,
      payer text not null check (payer in ('brand', 'creator')),
      bps int not null check (bps between 0 and 3000),
      valid_from timestamptz not null
    );
  `.execute(db);
  await secureTable(db, 'fee_schedules', {
    policies: {
      reference: reads('true'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table clock_policies (
      name text not null,
      valid_from timestamptz not null,
      ranges jsonb not null,
      primary key (name, valid_from)
    );
  `.execute(db);
  await secureTable(db, 'clock_policies', {
    policies: {
      reference: reads('true'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await asMaintenance(db, async () => {
    await sql`
      insert into fee_schedules (id, payer, bps, valid_from) values
        ('019aa000-0000-7000-8000-000000000001', 'brand', 500, '2020-01-01'),
        ('019aa000-0000-7000-8000-000000000002', 'creator', 0, '2020-01-01');

      -- Standard VAT or GST on the platform's service fee; zero where the customer accounts for it (reverse charge, export).
      insert into tax_rates (country, bps, valid_from) values
        ('FR', 2000, '2020-01-01'), ('ES', 2100, '2020-01-01'), ('IT', 2200, '2020-01-01'), ('DE', 1900, '2020-01-01'),
        ('PT', 2300, '2020-01-01'), ('BE', 2100, '2020-01-01'), ('NL', 2100, '2020-01-01'), ('GB', 2000, '2020-01-01'),
        ('US', 0, '2020-01-01'), ('CA', 0, '2020-01-01'), ('JP', 0, '2020-01-01'), ('KW', 0, '2020-01-01');
    `.execute(db);
    for (const [name, ranges] of Object.entries(RANGES))
      await sql`insert into clock_policies (name, valid_from, ranges)
        values (${name}, '2020-01-01', ${JSON.stringify(ranges)}::jsonb)`.execute(db);
  });
}
