import { serialize } from '../server/core/wire.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { createPersona } from '../scripts/lib/persona-client.ts';
import { DEMO_MAIN } from '../scripts/lib/demo-session.ts';
import { withInstance } from './lib/instance.ts';
import { bar, row } from './lib/load.ts';
import { openLoop } from './lib/open-loop.ts';

const { values } = readFlags({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:api -- [--rate 200] [--seconds 30]

Typical read procedures with session, row security and database, at a constant rate against a demo instance of its own,
beside a route that does nothing, at the same rate in the same run. Latency counts from the moment a request
was due; twenty seconds at the same rate go before, printed too. The bar: p95 under 50 ms at 200 requests a second.`);
  process.exit(0);
}
const rate = countOf('rate', values.rate);
const seconds = countOf('seconds', values.seconds);

const reached = await withInstance([], async ({ url, mailboxUrl }) => {
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
  console.log(row('nothing (/livez)', await openLoop(url, ['/livez'], { rate, seconds: 10, headers: {} })));
  // A server that has just started still compiles; its figures are printed, the bar applies to a warm one.
  console.log(
    row(
      `${reads.length} read procedures, just started`,
      await openLoop(url, reads, { rate, seconds: 20, headers: { cookie } }),
    ),
  );
  const shot = await openLoop(url, reads, { rate, seconds, headers: { cookie } });
  console.log(row(`${reads.length} read procedures`, shot));
  return (
    bar(`p95 of read procedures at ${rate} requests/s`, shot.p95, 50, 'ms', true) &&
    bar('failed requests', shot.failed, 0, '', true)
  );
});
process.exit(reached ? 0 : 1);
