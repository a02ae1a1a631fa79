import { randomBytes } from 'node:crypto';
import type { OrgActor, SignedInActor } from '../../server/context.ts';
import { beginConnection, finishConnection } from '../../server/features/connections/connect.ts';
import type { FinishResult } from '../../server/features/connections/schema.ts';
import type { Network } from '../../server/features/connections/rules.ts';
import { allowingOrigin, createGuardedFetch } from '../../server/integrations/fetch/guarded.ts';
import { createSocial } from '../../server/integrations/social/create.ts';
import { consent, openSandbox, type OpenSandbox } from '../server/integrations/social/harness.ts';
import type { TestWorld } from './people.ts';

/** The social sandbox, a world whose services reach it, and the environment of processes that do. */
export async function withSocial(
  world: TestWorld,
  options: Parameters<typeof openSandbox>[0] = {},
): Promise<OpenSandbox & { env: Record<string, string> }> {
  const box = await openSandbox(options);
  const env = {
    ...box.keys,
    SOCIAL_API_BASE: box.url,
    SOCIAL_TOKEN_KEYS: `t1:${randomBytes(32).toString('base64')}`,
  };
  world.integrations.social = createSocial(env);
  world.integrations.fetch = createGuardedFetch({ mayConnect: allowingOrigin(box.url) });
  return { ...box, env };
}

export const BROWSER = 'browser-of-the-tests-0001';

/** What a network returns to the browser. */
export interface Back {
  state: string | null;
  code: string | null;
  error: string | null;
}

/** Begins a connection and answers the network's page. */
export async function cameBack(
  world: TestWorld,
  who: OrgActor,
  network: Network,
  handle: string,
  { scopes, answer, browser = BROWSER }: { scopes?: readonly string[]; answer?: string; browser?: string } = {},
): Promise<Back> {
  const client = world.integrations.social[network]!;
  const { url } = await beginConnection(world.as(who), { network, returnPath: '/profile' }, browser);
  const back = await consent(client, handle, {
    url,
    ...(scopes ? { scopes } : {}),
    ...(answer ? { answer } : {}),
  });
  return {
    state: back.searchParams.get('state'),
    code: back.searchParams.get('code'),
    error: back.searchParams.get('error'),
  };
}

export const finish = (
  world: TestWorld,
  who: SignedInActor | { kind: 'anonymous' },
  network: Network,
  back: Back,
  browser: string | null = BROWSER,
): Promise<FinishResult> => finishConnection(world.as(who), { network, ...back }, browser);

/** Connects an account; its workflow starts where a dispatcher runs. */
export async function connectAccount(
  world: TestWorld,
  who: OrgActor,
  network: Network,
  handle: string,
  scopes?: readonly string[],
): Promise<string> {
  const back = await cameBack(world, who, network, handle, scopes ? { scopes } : {});
  const { outcome, connection } = await finish(world, who, network, back);
  if (outcome !== 'connected' || !connection) throw new Error(`${network} ${handle}: ${outcome}`);
  return connection.id;
}
