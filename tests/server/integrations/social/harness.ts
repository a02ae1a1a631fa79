import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSocial } from '../../../../server/integrations/social/create.ts';
import {
  startSocialSandbox,
  type RunningSocialSandbox,
} from '../../../../server/integrations/social/sandbox/server.ts';
import type { SocialNetwork } from '../../../../server/integrations/social/social.ts';

const APP = 'http://localhost:3000';
const SECRETS = {
  INSTAGRAM_APP_ID: '1784100',
  INSTAGRAM_APP_SECRET: 'instagram-secret-of-tests',
  TIKTOK_CLIENT_KEY: 'tiktok-key',
  TIKTOK_CLIENT_SECRET: 'tiktok-secret-of-tests',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret-of-tests',
  YOUTUBE_API_KEY: 'youtube-key-of-tests',
};
const redirectsOf = (app: string) => ({
  instagram: `${app}/instagram/callback`,
  tiktok: `${app}/auth/tiktok/callback`,
  youtube: `${app}/api/social/youtube/callback`,
});
export const REDIRECTS = redirectsOf(APP);

export async function openSandbox({
  webhookTarget = null as string | null,
  quotas = {} as Record<string, number>,
  stateDir = mkdtempSync(join(tmpdir(), 'social-')),
  app = APP,
} = {}) {
  const redirects = redirectsOf(app);
  const settings = {
    instagram: {
      id: SECRETS.INSTAGRAM_APP_ID,
      secret: SECRETS.INSTAGRAM_APP_SECRET,
      redirectUris: [redirects.instagram],
    },
    tiktok: { id: SECRETS.TIKTOK_CLIENT_KEY, secret: SECRETS.TIKTOK_CLIENT_SECRET, redirectUris: [redirects.tiktok] },
    youtube: { id: SECRETS.GOOGLE_CLIENT_ID, secret: SECRETS.GOOGLE_CLIENT_SECRET, redirectUris: [redirects.youtube] },
    youtubeKey: SECRETS.YOUTUBE_API_KEY,
    webhookTarget,
    quotas,
  };
  const sandbox: RunningSocialSandbox = await startSocialSandbox({ port: 0, stateDir, settings });
  const social = createSocial({ ...SECRETS, SOCIAL_API_BASE: sandbox.url });
  return {
    ...sandbox,
    stateDir,
    social,
    keys: SECRETS,
    instagram: social.instagram!,
    tiktok: social.tiktok!,
    youtube: social.youtube!,
    advance: (ms: number) => sandbox.world.setClock(sandbox.world.now() + ms, false),
    async command(path: string, body?: unknown): Promise<{ status: number; body: never }> {
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.status, body: (await answer.json()) as never };
    },
    async stop() {
      await sandbox.close();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Answers the network's page as a person would, and returns the address that it sends the browser to. */
export async function consent(
  network: SocialNetwork,
  handle: string,
  {
    scopes = network.scopes,
    answer = 'allow',
    state = 'state-of-test',
    url = network.authorizeUrl({ state, redirectUri: REDIRECTS[network.name] }),
  }: { scopes?: readonly string[]; answer?: string; state?: string; url?: string } = {},
): Promise<URL> {
  const form = new URLSearchParams({ handle, answer });
  for (const scope of scopes) form.append('scope', scope);
  const reply = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  return new URL(reply.headers.get('location')!);
}

export async function connect(network: SocialNetwork, handle: string, scopes: readonly string[] = network.scopes) {
  const back = await consent(network, handle, { scopes });
  return network.exchange({ code: back.searchParams.get('code')!, redirectUri: REDIRECTS[network.name] });
}
