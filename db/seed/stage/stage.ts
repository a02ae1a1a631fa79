import { pino } from 'pino';
import type { Kysely } from 'kysely';
import { createDb, createPool } from '../../client.ts';
import type { DB } from '../../types.ts';
import type {
  Actor,
  OrgActor,
  OrgContext,
  ServiceContext,
  StaffActor,
  StaffContext,
  SystemContext,
} from '../../../server/context.ts';
import { steppedClock, type SteppedClock } from '../../../server/core/clock.ts';
import { readEnv, type Env } from '../../../server/env.ts';
import { createIntegrations } from '../../../server/integrations/create.ts';
import type { Integrations } from '../../../server/integrations/integrations.ts';
import { connectSandbox, type PaymentSandbox } from './payment-sandbox.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Where a scenario is played: the product's own services with their database roles, a clock that is stepped, the sandbox. */
export interface Stage {
  env: Env;
  /** "Now" of the scenario, on the hour. */
  anchor: Date;
  clock: SteppedClock;
  app: Kysely<DB>;
  worker: Kysely<DB>;
  integrations: Integrations;
  sandbox: PaymentSandbox;
  cast: Map<string, OrgActor>;
  staff: Map<string, StaffActor>;
  /** Context of one of the cast, with a request key of its own per call. */
  as(key: string): OrgContext;
  asStaff(key: string): StaffContext;
  system(): SystemContext;
  /** Moment that many days and hours before the anchor (negative: after it). */
  ago(days: number, hours?: number): Date;
  moveTo(at: Date): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(anchor: Date, source: NodeJS.ProcessEnv = process.env): Promise<Stage> {
  if (source.SPONSIO_MODE === 'production') throw new Error('Scenarios are made up; they are refused in production.');
  const env = readEnv(source);
  if (!env.STRIPE_API_BASE)
    throw new Error(
      'The demo is played against the payment sandbox; unset STRIPE_SECRET_KEY, or start with --no-seed.',
    );
  const pools = [
    createPool(env.DATABASE_URL, { max: 4, applicationName: 'seed' }),
    createPool(env.DATABASE_WORKER_URL ?? env.DATABASE_URL, {
      max: 4,
      applicationName: 'seed-worker',
    }),
  ];
  const [app, worker] = pools.map(createDb) as [Kysely<DB>, Kysely<DB>];
  const integrations = createIntegrations(env, pino({ level: 'silent' }));
  const sandbox = connectSandbox(env.STRIPE_API_BASE);
  const clock = steppedClock(anchor);
  const cast = new Map<string, OrgActor>();
  const staff = new Map<string, StaffActor>();
  let acts = 0;
  const nextId = (kind: string) => {
    acts += 1;
    return `demo-${kind}-${acts}`;
  };
  function of<A extends Actor>(people: ReadonlyMap<string, A>, key: string): ServiceContext<A> {
    const actor = people.get(key);
    if (!actor) throw new Error(`nobody called ${key} is in the cast`);
    return { db: app, actor, clock, integrations, requestId: nextId('request'), requestKey: nextId('key') };
  }
  return {
    env,
    anchor,
    clock,
    app,
    worker,
    integrations,
    sandbox,
    cast,
    staff,
    as: (key) => of(cast, key),
    asStaff: (key) => of(staff, key),
    system: () => ({
      db: worker,
      actor: { kind: 'system', name: 'demo' },
      clock,
      integrations,
      requestId: nextId('request'),
      requestKey: null,
    }),
    ago: (days, hours = 0) => new Date(anchor.getTime() - days * DAY - hours * HOUR),
    async moveTo(at) {
      clock.set(at);
      await sandbox.standAt(at);
    },
    async close() {
      integrations.mailer.close();
      await Promise.all([app.destroy(), worker.destroy()]);
    },
  };
}
