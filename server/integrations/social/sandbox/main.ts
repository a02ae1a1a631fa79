/**
 * The social sandbox as its own process. Settings: SOCIAL_PORT, SOCIAL_HOST, SOCIAL_STATE_DIR, SOCIAL_PAGES_BASE,
 * SOCIAL_SEED, SOCIAL_WEBHOOK_TARGET, APP_URL, and the keys that the application uses: INSTAGRAM_APP_ID,
 * INSTAGRAM_APP_SECRET, TIKTOK_CLIENT_KEY, TIKTOK_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET,
 * YOUTUBE_API_KEY.
 */
import { startSocialSandbox } from './server.ts';
import { NETWORK_CALLBACKS } from '../../../core/addresses.ts';

const env = process.env;
const text = (name: string): string | null => env[name] || null;

function required(name: string): string {
  const value = text(name);
  if (value === null) throw new Error(`${name} is missing`);
  return value;
}

const appUrl = required('APP_URL').replace(/\/$/, '');
const sandbox = await startSocialSandbox({
  port: Number(text('SOCIAL_PORT') ?? 12_112),
  host: text('SOCIAL_HOST') ?? '127.0.0.1',
  stateDir: text('SOCIAL_STATE_DIR') ?? '.data/social',
  seed: text('SOCIAL_SEED') ?? 'sponsio',
  settings: {
    instagram: {
      id: required('INSTAGRAM_APP_ID'),
      secret: required('INSTAGRAM_APP_SECRET'),
      redirectUris: [appUrl + NETWORK_CALLBACKS.instagram],
    },
    tiktok: {
      id: required('TIKTOK_CLIENT_KEY'),
      secret: required('TIKTOK_CLIENT_SECRET'),
      redirectUris: [appUrl + NETWORK_CALLBACKS.tiktok],
    },
    youtube: {
      id: required('GOOGLE_CLIENT_ID'),
      secret: required('GOOGLE_CLIENT_SECRET'),
      redirectUris: [appUrl + NETWORK_CALLBACKS.youtube],
    },
    youtubeKey: required('YOUTUBE_API_KEY'),
    publicUrl: text('SOCIAL_PAGES_BASE'),
    webhookTarget: text('SOCIAL_WEBHOOK_TARGET'),
  },
});
console.log(`social sandbox on ${sandbox.url} (no real network)`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.close().then(() => process.exit(0));
  });
}
