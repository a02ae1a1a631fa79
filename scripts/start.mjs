import { runTypeScript } from './lib/ensure-install.mjs';

const help = `npm start [-- options]

Installs, finds or gets Postgres and Temporal, migrates, loads the demo once, builds the client,
then runs Sponsio until Ctrl-C. Everything listens on 127.0.0.1 and keeps its state in .data/.

  --home DIR      keep the state in DIR instead: two homes are two instances
  --auto-ports    choose free ports (needed for a second instance)
  --fresh         begin anew: forget the state first
  --no-seed       start empty instead of with the demo
  --restore DIR   start with a backup of npm run db:backup instead of the demo; only where nothing is yet
  --load-only     load the demo, then end; a later start of the same home, or of a copy, goes on from there
  --throw-away    with --home: forget the state at the end
  --help          this text

Environment (all optional)
  APP_PORT 3000 · PAYMENTS_PORT 12111 · SOCIAL_PORT 12112 · MAILBOX_PORT 8025 · SMTP_PORT 1025 · POSTGRES_PORT 54320
  TEMPORAL_PORT 7233 · TEMPORAL_UI_PORT 8233 · METRICS_PORT 9464 · WORKER_METRICS_PORT 9465
  SPONSIO_MODE          demo (default), test or production
  DATABASE_OWNER_URL, DATABASE_URL, DATABASE_WORKER_URL   a Postgres of your own
  TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE                     a Temporal server of your own
  SMTP_URL              a mail server of your own
  STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET   Stripe test keys
  S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY            S3-compatible files
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(help);
} else {
  await runTypeScript(new URL('./start.ts', import.meta.url).href);
}
