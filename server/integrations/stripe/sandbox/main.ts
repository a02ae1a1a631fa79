/**
 * The payment sandbox as its own process. Settings, all optional but the port and the state folder:
 * PAYMENTS_PORT, PAYMENTS_STATE_DIR, PAYMENTS_PUBLIC_URL, STRIPE_SECRET_KEY, WEBHOOK_TARGET, STRIPE_WEBHOOK_SECRET,
 * STRIPE_CONNECT_WEBHOOK_SECRET, PAYMENTS_FSYNC (off), PAYMENTS_SETTLEMENT_SECONDS, PAYMENTS_PAYOUT_SECONDS,
 * PAYMENTS_TRANSACTION_DELAY_SECONDS, PAYMENTS_WEBHOOK_RETRY_SECONDS, PAYMENTS_PLATFORM_COUNTRY.
 */
import { startSandbox } from './server.ts';

const env = process.env;

function seconds(name: string): number | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number of seconds`);
  return value;
}

function text(name: string): string | null {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}

const target = text('WEBHOOK_TARGET')?.replace(/\/$/, '') ?? null;
const platformSecret = text('STRIPE_WEBHOOK_SECRET');
const connectSecret = text('STRIPE_CONNECT_WEBHOOK_SECRET');

const sandbox = await startSandbox({
  port: seconds('PAYMENTS_PORT') ?? 12_111,
  stateDir: text('PAYMENTS_STATE_DIR') ?? '.data/payments',
  publicUrl: text('PAYMENTS_PUBLIC_URL'),
  secretKey: text('STRIPE_SECRET_KEY'),
  webhooks: {
    ...(target && platformSecret ? { platform: { url: `${target}/webhooks/stripe`, secret: platformSecret } } : {}),
    ...(target && connectSecret
      ? { connect: { url: `${target}/webhooks/stripe-connect`, secret: connectSecret } }
      : {}),
  },
  sync: text('PAYMENTS_FSYNC') !== 'off',
  platformCountry: text('PAYMENTS_PLATFORM_COUNTRY') ?? 'FR',
  settlementSeconds: seconds('PAYMENTS_SETTLEMENT_SECONDS'),
  payoutSeconds: seconds('PAYMENTS_PAYOUT_SECONDS') ?? 2 * 86_400,
  transactionDelaySeconds: seconds('PAYMENTS_TRANSACTION_DELAY_SECONDS') ?? 0,
  webhookRetrySeconds: seconds('PAYMENTS_WEBHOOK_RETRY_SECONDS'),
});
console.log(`payment sandbox on ${sandbox.apiBase} (no real money)`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.close().then(() => process.exit(0));
  });
}
