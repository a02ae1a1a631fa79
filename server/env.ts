import * as z from 'zod';
import { DEFAULT_PUBLIC_KEY } from './core/public-key.ts';
import { FEE_LOSS_CAP } from './features/payments/rules.ts';
import { operatorProblems, operatorSchema } from './core/operator-settings.ts';
import { RELEASE_STEP_UP_ABOVE, SIGN_STEP_UP_ABOVE, sumsByCurrency } from './features/security/rules.ts';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
/** An IP address, IPv6 in brackets where a port follows. */
const DNS_SERVER = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$|^[0-9a-f:]{2,}$/i;
/** `id:base64`, the base64 of 32 bytes. */
/** `id:base64` of 32 bytes, several separated by commas. */
const KEY_LIST = /^[a-z0-9]{1,16}:[A-Za-z0-9+/]{43}=(,[a-z0-9]{1,16}:[A-Za-z0-9+/]{43}=)*$/;
const optional = z.string().min(1).optional();

/** Sums by currency; a value that cannot be parsed prevents the start. */
const sums = (usual: Parameters<typeof sumsByCurrency>[1]) =>
  z
    .string()
    .default('')
    .transform((text, ctx) => {
      try {
        return sumsByCurrency(text, usual);
      } catch (error) {
        ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    });

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  SPONSIO_MODE: z.enum(['demo', 'test', 'production']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INSTANCE_ID: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/)
    .default('sponsio'),
  APP_HOST: z.string().default('127.0.0.1'),
  APP_PORT: port(3000),
  APP_URL: z.url().default('http://localhost:3000'),
  METRICS_PORT: port(9464),
  WORKER_METRICS_PORT: port(9465),
  TRUSTED_PROXIES: z.string().default('').describe('comma-separated CIDRs whose X-Forwarded-For is believed'),
  DATABASE_URL: z.string().min(1),
  DATABASE_WORKER_URL: optional,
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  WORKFLOW_BUNDLE: optional.describe(
    'file with the bundled workflows; without it the worker bundles them when it starts',
  ),
  TEMPORAL_UI_URL: z.string().default('http://localhost:8233'),
  AUTH_SECRET: z.string().min(32),
  CODE_SECRET: z.string().min(32),
  PUBLIC_KEY: z
    .string()
    .regex(/^[\w.-]{1,80}$/)
    .default(DEFAULT_PUBLIC_KEY),
  STRIPE_SECRET_KEY: z.string().min(8),
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().min(8),
  STRIPE_API_BASE: z.url().optional().describe('the payment sandbox; absent means Stripe itself'),
  SMTP_URL: z.string().default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('Sponsio <hello@sponsio.example>'),
  MAILBOX_URL: optional,
  HELP_CONTACT: z
    .string()
    .default('help@sponsio.example')
    // Written into pages unchanged.
    .refine(
      (text) => MAIL_ADDRESS.test(text) || (/^https:\/\/[^\s"'<>&]+$/.test(text) && URL.canParse(text)),
      'is neither a mail address nor an https address',
    )
    .transform((text) => (MAIL_ADDRESS.test(text) ? `mailto:${text}` : text))
    .describe('mail address or https page where people get help; the help links of every page lead there'),
  FILES_DIR: z.string().default('.data/files'),
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  CLIENT_DIR: z.string().default('dist/client'),
  PLATFORM_COUNTRY: z.string().length(2).default('FR'),
  CLOCK_POLICY: z.enum(['standard', 'demo', 'test']).default('standard'),
  RELEASE_STEP_UP_ABOVE: sums(RELEASE_STEP_UP_ABOVE).describe(
    'releases above these sums ask for a fresh proof, e.g. "EUR 1000, USD 1100"; 0 requires one for each',
  ),
  SIGN_STEP_UP_ABOVE: sums(SIGN_STEP_UP_ABOVE).describe(
    'contracts above these sums ask for a fresh proof when they are signed, e.g. "EUR 5000, USD 5500"; 0 requires one for each',
  ),
  FEE_LOSS_CAP: sums(FEE_LOSS_CAP).describe(
    'provider fees that one brand\'s refunds may cost in 30 days before an operator decides, e.g. "EUR 500, USD 550"',
  ),
  CONTACT_LIMIT_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('multiplies the daily limits on offers, applications and messages; 1 in production, 100 elsewhere'),
  SOCIAL_API_BASE: z.url().optional().describe('the social sandbox; absent means the networks themselves'),
  SOCIAL_PAGES_BASE: z.url().optional().describe('where browsers reach the social sandbox, if elsewhere than the API'),
  SITE_TEST_ORIGIN: z
    .url()
    .optional()
    .describe('a site of the browser tests that may be read although its address is private'),
  FAILPOINTS: optional.describe('folder with the names of points at which tests stop the program'),
  SOCIAL_TOKEN_KEYS: optional.describe(
    'keys that encrypt the tokens of connected accounts, newest first: id:base64 of 32 bytes, separated by commas',
  ),
  SIGNING_KEYS: optional.describe(
    'Ed25519 keys that sign event logs, newest first, older ones stay published: id:base64 of 32 bytes, separated by commas',
  ),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((server) => server.trim() || []))
    .refine(
      (servers) => servers.every((server) => DNS_SERVER.test(server)),
      'is no list of addresses such as 9.9.9.9 or 127.0.0.1:5353',
    )
    .describe('name servers for the records of brands’ domains, separated by commas; those of the machine without it'),
  INSTAGRAM_APP_ID: optional,
  INSTAGRAM_APP_SECRET: optional,
  TIKTOK_CLIENT_KEY: optional,
  TIKTOK_CLIENT_SECRET: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  YOUTUBE_API_KEY: optional,
  META_APP_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('of the Meta app; without it its deletion callback is not answered'),
  LANDING_FIGURES: z.enum(['copy', 'measured']).optional(),
  ...operatorSchema,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
});

export type Env = Omit<z.infer<typeof schema>, 'SPONSIO_MODE' | 'LANDING_FIGURES'> & {
  SPONSIO_MODE: 'demo' | 'test' | 'production';
  /** Figures of the start page: the specification's, or those measured here. */
  LANDING_FIGURES: 'copy' | 'measured';
};

/** Names of every variable the server reads; docker-compose.yml is checked against it. */
export const ENV_NAMES = Object.keys(schema.shape) as (keyof Env)[];

/** Variables that give access. In production none may have a published value. */
export const SECRET_NAMES = [
  'AUTH_SECRET',
  'CODE_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'META_APP_SECRET',
  'SOCIAL_TOKEN_KEYS',
  'SIGNING_KEYS',
  'INSTAGRAM_APP_SECRET',
  'TIKTOK_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'YOUTUBE_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'DATABASE_WORKER_URL',
  'SMTP_URL',
] as const satisfies readonly (keyof Env)[];

const PLACEHOLDER =
  /change-?me|placeholder|example-?secret|dev-?secret|your[-_]|[-_]yours|replace-?me|insert[-_]|todo|x{8,}|(.)\1{15,}/i;
/** In an address only the password is a secret. */
const secretIn = (value: string): string =>
  /^[a-z0-9+]+:\/\//i.test(value) && URL.canParse(value) ? decodeURIComponent(new URL(value).password) : value;

/** An app at a network, id and secret: one alone connects nothing. */
const APP_KEYS = [
  ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
  ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const satisfies readonly (readonly [keyof Env, keyof Env])[];

/** Reasons why accounts on networks could not be connected. */
function socialProblems(env: Env): string[] {
  const problems = APP_KEYS.flatMap(([id, secret]) =>
    Boolean(env[id]) === Boolean(env[secret])
      ? []
      : [`${env[id] ? secret : id}: is missing beside ${env[id] ? id : secret}`],
  );
  const isConnecting = APP_KEYS.some(([id]) => env[id]);
  if (isConnecting && !env.SOCIAL_TOKEN_KEYS)
    problems.push('SOCIAL_TOKEN_KEYS: is missing; it encrypts the tokens of connected accounts');
  if (env.SOCIAL_TOKEN_KEYS && !KEY_LIST.test(env.SOCIAL_TOKEN_KEYS) && !PLACEHOLDER.test(env.SOCIAL_TOKEN_KEYS))
    problems.push('SOCIAL_TOKEN_KEYS: is no list of id:key, where a key is 32 bytes in base64');
  return problems;
}

/** Reasons why event logs could not be signed. */
function signingProblems(env: Env): string[] {
  if (!env.SIGNING_KEYS)
    return env.SPONSIO_MODE === 'production' ? ['SIGNING_KEYS: is missing; it signs the event logs of deals'] : [];
  return KEY_LIST.test(env.SIGNING_KEYS) || PLACEHOLDER.test(env.SIGNING_KEYS)
    ? []
    : ['SIGNING_KEYS: is no list of id:key, where a key is 32 bytes in base64'];
}

/** Reasons why production cannot start, a line per variable. `given`: the environment, without values that were filled in. */
function productionProblems(env: Env, given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if (new URL(env.APP_URL).protocol !== 'https:')
    problems.push(`APP_URL: is ${env.APP_URL}; in production it is the https address that browsers use`);
  if (!/^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY))
    problems.push(
      'STRIPE_SECRET_KEY: is no live key (sk_live_… or rk_live_…); to try Sponsio out with test keys, set SPONSIO_MODE=demo',
    );
  if (env.HELP_CONTACT.endsWith('@sponsio.example'))
    problems.push('HELP_CONTACT: is the address of the demo; name a mail address or https page where people get help');
  if (env.LANDING_FIGURES === 'copy')
    problems.push('LANDING_FIGURES: copy shows figures that nothing measured; set measured or leave it out');
  if (env.STRIPE_API_BASE) problems.push('STRIPE_API_BASE: names a payment sandbox; leave it out in production');
  for (const name of ['SOCIAL_API_BASE', 'SOCIAL_PAGES_BASE'] as const)
    if (env[name]) problems.push(`${name}: names a social sandbox; leave it out in production`);
  if (env.SITE_TEST_ORIGIN) problems.push('SITE_TEST_ORIGIN: names a site of the tests; leave it out in production');
  if (env.FAILPOINTS) problems.push('FAILPOINTS: lets tests stop the program; leave it out in production');
  if (env.CLOCK_POLICY !== 'standard')
    problems.push(`CLOCK_POLICY: is ${env.CLOCK_POLICY}; production knows standard alone`);
  for (const name of SECRET_NAMES)
    if (PLACEHOLDER.test(secretIn(env[name] ?? '')))
      problems.push(`${name}: is a placeholder; put a secret of your own there`);
  return [...problems, ...operatorProblems(given)];
}

const cannotStart = (lines: readonly string[]): never => {
  throw new Error(
    `Sponsio cannot start, the environment is not right:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

/**
 * Reads and checks the process environment once, at boot. Empty strings count as absent.
 * Throws an Error naming each variable that is missing or wrong. SPONSIO_MODE is `demo` unless it is named, and must be
 * named where NODE_ENV is `production`; in production addresses, keys and secrets of a demo or of tests are refused.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, v]) => v !== undefined && v !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) return cannotStart(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const { NODE_ENV, SPONSIO_MODE: mode, LANDING_FIGURES: figures } = parsed.data;
  if (!mode && NODE_ENV === 'production')
    return cannotStart([
      'SPONSIO_MODE: must be named (production, or demo to try Sponsio out) where NODE_ENV is production',
    ]);
  const env: Env = {
    ...parsed.data,
    SPONSIO_MODE: mode ?? 'demo',
    LANDING_FIGURES: figures ?? (mode === 'production' ? 'measured' : 'copy'),
  };
  const problems = [
    ...socialProblems(env),
    ...signingProblems(env),
    ...(env.SPONSIO_MODE === 'production' ? productionProblems(env, present) : []),
  ];
  if (problems.length > 0) cannotStart(problems);
  return env;
}
