import { brandStories } from './demo/brands.ts';
import { keepCreators } from './demo/lists.ts';
import { parseArgs } from 'node:util';
import { createDb, createPool } from '../client.ts';
import { CREATORS } from './cast-creators.ts';
import { AGENCY } from './cast.ts';
import { abroadStories } from './demo/abroad.ts';
import { adStories } from './demo/ads.ts';
import { baskStories } from './demo/bask.ts';
import { conversationStories } from './demo/conversations.ts';
import { debtStories } from './demo/debts.ts';
import { disputeStories } from './demo/disputes.ts';
import { finishedStories } from './demo/finished.ts';
import { livePostStories } from './demo/live-posts.ts';
import { lumenStories } from './demo/lumen.ts';
import { packageStories } from './demo/packages.ts';
import { releaseStories } from './demo/releases.ts';
import { portfolioStories } from './demo/portfolio.ts';
import { outreachStories } from './demo/outreach.ts';
import { connectCast } from './demo/social.ts';
import { loadCrowd } from './crowd.ts';
import { CROWD_SIZE } from './demo/crowd.ts';
import { loadLarge } from './large/load.ts';
import { loadManyCreators } from './many-creators.ts';
import { writePeople } from './people.ts';
import { writePlaceIds } from './places.ts';
import { resumeOpenWorkflows, readOldNews, expandNoticesWithoutMail } from './stage/afterwards.ts';
import { useFixedIds } from './stage/fixed-random.ts';
import { connectBank, openFloat } from './stage/money.ts';
import { openStage, type Stage } from './stage/stage.ts';
import { play, type Story } from './stage/timeline.ts';

/** Ids of a scenario are drawn from this stream. */
const SEED = 4217;

export interface SeedOptions {
  /** "Now" of the scenario; default `DEMO_ANCHOR`, else the hour of loading. */
  anchor?: Date;
  env?: NodeJS.ProcessEnv;
}

/** Payout accounts are opened the day after joining. */
function bankStories(stage: Stage): Record<string, () => Story> {
  const owners = [
    ...CREATORS.flatMap((c) => (c.bank ? [{ key: c.key, joined: c.joined, country: c.bank }] : [])),
    { key: AGENCY.agent.key, joined: AGENCY.joined, country: AGENCY.bank },
  ];
  return Object.fromEntries(
    owners.map(({ key, joined, country }) => [
      `bank of ${key}`,
      async function* (): Story {
        yield stage.ago(joined - 1);
        await connectBank(stage, key, country);
      },
    ]),
  );
}

async function playDemo(stage: Stage): Promise<void> {
  const { sandbox, anchor } = stage;
  const known = await stage.worker
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', 'nadia@lumen.example')
    .executeTakeFirst();
  if (known) throw new Error('The demo is loaded already. Begin anew with npm start -- --fresh.');
  await sandbox.holdWebhooks();
  try {
    await stage.moveTo(stage.ago(400));
    await openFloat(stage);
    await writePeople(stage);
    const stories = {
      ...bankStories(stage),
      ...brandStories(stage),
      ...finishedStories(stage),
      ...lumenStories(stage),
      ...baskStories(stage),
      ...abroadStories(stage),
      ...releaseStories(stage),
      ...livePostStories(stage),
      ...disputeStories(stage),
      ...debtStories(stage),
      ...packageStories(stage),
      ...conversationStories(stage),
      ...adStories(stage),
      ...outreachStories(stage),
      ...portfolioStories(stage),
    };
    await play(stage, stories, () => expandNoticesWithoutMail(stage));
    await stage.moveTo(anchor);
    await keepCreators(stage);
    await readOldNews(stage);
    await connectCast(stage);
    await resumeOpenWorkflows(stage);
  } finally {
    await sandbox.runFrom(new Date(Math.max(anchor.getTime(), Date.now())));
    await sandbox.sendWebhooks();
  }
}

async function loadPlaces(env: NodeJS.ProcessEnv): Promise<void> {
  const worker = createDb(createPool(env.DATABASE_WORKER_URL ?? '', { max: 1, applicationName: 'seed-places' }));
  try {
    process.stdout.write(`${await writePlaceIds(worker)} orgs and campaigns have a place now.\n`);
  } finally {
    await worker.destroy();
  }
}

const onTheHour = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);

/**
 * Loads a scenario into an empty instance: its people act through the product's own services, on a clock that is stepped
 * through the past year, against the running payment sandbox. Refused in production and when it is loaded already.
 */
export async function seed(name: string, options: SeedOptions = {}): Promise<void> {
  const env = options.env ?? process.env;
  if (env.SPONSIO_MODE === 'production') throw new Error('Scenarios are made up; they are refused in production.');
  if (name === 'large') {
    if (!env.STRIPE_API_BASE)
      throw new Error('The scenario "large" needs the payment sandbox; unset STRIPE_SECRET_KEY.');
    return loadLarge(env.DATABASE_OWNER_URL ?? '', { paymentsUrl: env.STRIPE_API_BASE });
  }
  if (name === 'places') return loadPlaces(env);
  const anchor = options.anchor ?? onTheHour(env.DEMO_ANCHOR ? new Date(env.DEMO_ANCHOR) : new Date());
  if (name === 'creators') return loadCrowd(env.DATABASE_OWNER_URL ?? '', anchor);
  if (name === 'million-creators')
    return loadManyCreators(env.DATABASE_OWNER_URL ?? '', 1_000_000, {
      onStep: (what) => void process.stdout.write(`${what}\n`),
    });
  if (name !== 'demo')
    throw new Error(`There is no scenario "${name}"; there are: demo, creators, large, million-creators, places.`);
  const began = performance.now();
  const stage = await openStage(anchor, env);
  const realIds = useFixedIds(SEED);
  try {
    await playDemo(stage);
  } finally {
    realIds();
    await stage.close();
  }
  const played = performance.now();
  await loadCrowd(env.DATABASE_OWNER_URL ?? '', anchor);
  // The start shows this line: what the first start costs, part by part.
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  process.stdout.write(
    `cast ${seconds(began, played)} s, ${CROWD_SIZE} creators ${seconds(played, performance.now())} s\n`,
  );
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  if (values.help)
    process.stdout.write(
      'node --import tsx db/seed/main.ts [demo|creators|large|million-creators|places]\n\nLoads the scenario into the instance that the environment names.\nDEMO_ANCHOR: the moment it takes for now (default: this hour).\n',
    );
  else await seed(positionals[0] ?? 'demo');
}
