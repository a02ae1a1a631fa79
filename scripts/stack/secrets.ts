import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const secretNames = [
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_OWNER_PASSWORD',
  'POSTGRES_APP_PASSWORD',
  'POSTGRES_WORKER_PASSWORD',
  'AUTH_SECRET',
  'CODE_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'FILES_SECRET',
  'INSTAGRAM_APP_SECRET',
  'TIKTOK_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'YOUTUBE_API_KEY',
  'SOCIAL_TOKEN_KEY',
  'SIGNING_KEY',
  'INSTANCE_ID',
] as const;

export type SecretName = (typeof secretNames)[number];
export type Secrets = Record<SecretName, string>;

function generate(name: SecretName): string {
  const random = randomBytes(32).toString('base64url');
  if (name === 'STRIPE_SECRET_KEY') return `sk_test_${randomBytes(24).toString('hex')}`;
  if (name.startsWith('STRIPE_')) return `whsec_${randomBytes(24).toString('hex')}`;
  // Key id and 32 bytes.
  if (name === 'SOCIAL_TOKEN_KEY' || name === 'SIGNING_KEY') return `k1:${randomBytes(32).toString('base64')}`;
  if (name === 'INSTANCE_ID') return randomBytes(4).toString('hex');
  return random;
}

export function generateSecrets(known: Partial<Secrets> = {}): Secrets {
  return Object.fromEntries(secretNames.map((name) => [name, known[name] ?? generate(name)])) as Secrets;
}

/** Reads the instance's secrets and creates missing ones. The file is for the owner only. */
export function loadSecrets(file: string): Secrets {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets = generateSecrets(known);
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}
