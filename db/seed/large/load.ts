import pg from 'pg';
import { asMaintenance } from '../../../scripts/stack/postgres-roles.ts';
import { bulkLoad } from '../bulk.ts';
import { connectSandbox } from '../stage/payment-sandbox.ts';
import { copyEvents, copyRows, createDeals, createOrgs, PREFIX } from './deals.ts';
import { copyPostings } from './ledger.ts';
import { copyProviderObjects } from './provider.ts';
import { readTemplate } from './template.ts';

export interface LargeOptions {
  /** Rows that one brand and one creator of the demo get in each of their lists. */
  rows?: number;
  /** Origin of the payment sandbox. */
  paymentsUrl: string;
  /** Other orgs, half of them brands; each has ten rows. */
  orgs?: number;
}

/**
 * Gives one brand (Café Lumen) and one creator (Maya) of the demo that many rows in each of their lists, beside small orgs:
 * copies of one finished deal with all its rows and the provider's objects, and as many live campaigns, loaded as
 * sponsio_maintenance without triggers. None of them needs a workflow.
 */
export async function loadLarge(
  ownerUrl: string,
  { paymentsUrl, rows = 100_000, orgs = 1_000 }: LargeOptions,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: asMaintenance(ownerUrl), max: 1 });
  const pairs = Math.floor(orgs / 2);
  try {
    await bulkLoad(pool, async (client) => {
      const { rows: loaded } = await client.query(`select from orgs where slug like '${PREFIX}%' limit 1`);
      if (loaded.length > 0) throw new Error('The scenario "large" is loaded already.');
      const template = await readTemplate(client);
      await createOrgs(client, pairs);
      await createDeals(client, template, rows, pairs);
      await copyRows(client, template, pairs);
      await copyEvents(client, template);
      await copyPostings(client, template);
      await copyProviderObjects(client, template, connectSandbox(paymentsUrl));
    });
  } finally {
    await pool.end();
  }
}
