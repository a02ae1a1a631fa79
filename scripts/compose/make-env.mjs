import { randomBytes } from 'node:crypto';

const help = `node scripts/compose/make-env.mjs > .env

Prints the environment that docker-compose.yml asks for, with fresh secrets. Put your Stripe test
keys (https://dashboard.stripe.com/test/apikeys) in the three STRIPE_ lines.
`;

// Letters and digits only: these go into connection addresses as they are.
const secret = (bytes = 24) => randomBytes(bytes).toString('hex');

const lines = [
  ...['ADMIN', 'OWNER', 'APP', 'WORKER', 'TEMPORAL'].map((role) => `POSTGRES_${role}_PASSWORD=${secret()}`),
  `AUTH_SECRET=${secret(32)}`,
  `CODE_SECRET=${secret(32)}`,
  `S3_ACCESS_KEY_ID=${secret(10)}`,
  `S3_SECRET_ACCESS_KEY=${secret()}`,
  `INSTANCE_ID=${secret(4)}`,
  'STRIPE_SECRET_KEY=',
  'STRIPE_WEBHOOK_SECRET=',
  'STRIPE_CONNECT_WEBHOOK_SECRET=',
];

process.stdout.write(process.argv.includes('--help') ? help : `${lines.join('\n')}\n`);
