import { randomBytes } from 'node:crypto';

const help = `node scripts/compose/make-env.mjs > .env

Prints the environment that docker-compose.yml asks for, with fresh secrets. Put the https address that browsers
use in APP_URL, a mail address or https page where people get help in HELP_CONTACT, the addresses of the proxy that stands before the API in TRUSTED_PROXIES, who operates Sponsio in the OPERATOR_ lines (docs/running.md), and your live Stripe keys
(https://dashboard.stripe.com/apikeys) in the three STRIPE_ lines. To try Sponsio out with Stripe test keys, add
SPONSIO_MODE=demo; then APP_URL may be http://localhost:3000.
`;

// Letters and digits only: these are put into connection addresses unescaped.
const secret = (bytes = 24) => randomBytes(bytes).toString('hex');

const lines = [
  'APP_URL=',
  'HELP_CONTACT=',
  'TRUSTED_PROXIES=',
  ...['ADMIN', 'OWNER', 'APP', 'WORKER', 'TEMPORAL'].map((role) => `POSTGRES_${role}_PASSWORD=${secret()}`),
  `AUTH_SECRET=${secret(32)}`,
  `CODE_SECRET=${secret(32)}`,
  `S3_ACCESS_KEY_ID=${secret(10)}`,
  `S3_SECRET_ACCESS_KEY=${secret()}`,
  `INSTANCE_ID=${secret(4)}`,
  `SIGNING_KEYS=k1:${randomBytes(32).toString('base64')}`,
  `SOCIAL_TOKEN_KEYS=k1:${randomBytes(32).toString('base64')}`,
  'STRIPE_SECRET_KEY=',
  'STRIPE_WEBHOOK_SECRET=',
  'STRIPE_CONNECT_WEBHOOK_SECRET=',
  'INSTAGRAM_APP_ID=',
  'INSTAGRAM_APP_SECRET=',
  'TIKTOK_CLIENT_KEY=',
  'TIKTOK_CLIENT_SECRET=',
  'GOOGLE_CLIENT_ID=',
  'GOOGLE_CLIENT_SECRET=',
  'YOUTUBE_API_KEY=',
  'OPERATOR_NAME=',
  'OPERATOR_ADDRESS=',
  'OPERATOR_REGISTER=',
  'OPERATOR_VAT=',
  'OPERATOR_CONTACT_EMAIL=',
  'OPERATOR_PRIVACY_EMAIL=',
  'OPERATOR_SUPPORT_EMAIL=',
  'OPERATOR_PHONE=',
  'OPERATOR_EU_REPRESENTATIVE=',
  'OPERATOR_UK_REPRESENTATIVE=',
  'OPERATOR_DPO=',
  'OPERATOR_LAW=',
  'OPERATOR_VENUE=',
  'OPERATOR_SUBPROCESSORS=',
];

process.stdout.write(process.argv.includes('--help') ? help : `${lines.join('\n')}\n`);
