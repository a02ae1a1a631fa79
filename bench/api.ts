import { serialize } from '../server/core/wire.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { createPersona } from '../scripts/lib/persona-client.ts';
import { DEMO_MAIN } from '../scripts/lib/demo-session.ts';
import { withInstance } from './lib/instance.ts';
import { row, type LoadResult } from './lib/load.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';
import { openLoop } from './lib/open-loop.ts';

const { values } = readFlags({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:api -- [--rate 200] [--seconds 20] [--record]

Typical read procedures with session, row security and database, at a constant rate against a demo instance of its own,
beside a route that does nothing, at the same rate in the same run. Latency counts from the moment a request
was due; twenty seconds at the same rate go before, printed too. Three times --seconds are measured, their median counts.
The bar: p95 under 50 ms at 200 requests a second. ${RECORD_HELP}`);
  process.exit(0);
}
const rate = countOf('rate', values.rate);
const seconds = countOf('seconds', values.seconds);

const measurement = await beginMeasurement('bench:api', values.record);
await withInstance([], async ({ url, mailboxUrl }) => {
  const nadia = createPersona({ url, mailboxUrl, name: 'Nadia', email: DEMO_MAIN.brand });
  await nadia.signIn();
  const deals = await nadia.api.escrow.list.query();
  const campaigns = await nadia.api.campaigns.list.query();
  const contractId = deals.items[0]?.contractId ?? '';
  const campaignId = campaigns.items[0]?.id ?? '';
  const query = (path: string, input?: unknown) =>
    `/api/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(serialize(input)))}`}`;
  const reads = [
    query('accounts.session'),
    query('home.brand'),
    query('escrow.list', {}),
    query('escrow.deal', { contractId }),
    query('campaigns.list'),
    query('campaigns.detail', { campaignId }),
    query('payments.summary'),
    query('notifications.list', {}),
    query('offers.list', {}),
    query('content.queue'),
  ];
  const cookie = nadia.cookieHeader();
  const nothing = await openLoop(url, ['/livez'], { rate, seconds: 10, headers: {} });
  console.log(row('nothing (/livez)', nothing));
  // A server that has just started still compiles; its figures are printed, the bar applies to a warm one.
  console.log(
    row(
      `${reads.length} read procedures, just started`,
      await openLoop(url, reads, { rate, seconds: 20, headers: { cookie } }),
    ),
  );
  const rounds: LoadResult[] = [];
  for (let round = 0; round < 3; round += 1) {
    const result = await openLoop(url, reads, { rate, seconds, headers: { cookie } });
    console.log(row(`${reads.length} read procedures`, result));
    rounds.push(result);
  }
  measurement.figure(`p95 of ${reads.length} read procedures at ${rate} requests/s`, median(rounds.map((r) => r.p95)), {
    unit: 'ms',
    atMost: 50,
  });
  measurement.figure('their median', median(rounds.map((r) => r.p50)), { unit: 'ms' });
  measurement.figure('p95 of a route that does nothing', nothing.p95, { unit: 'ms' });
  const failed = rounds.reduce((sum, r) => sum + r.failed, 0);
  measurement.figure('failed requests', failed, { unit: '', atMost: 0, digits: 0, exact: true });
});
process.exit(await measurement.end());
