import type { DatabaseUrls } from './postgres-roles.ts';
import type { PortName, Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';

export type Mode = 'demo' | 'test' | 'production';

export interface StackEnvOptions {
  mode: Mode;
  ports: Ports;
  secrets: Secrets;
  databases: DatabaseUrls;
  temporalAddress: string;
  temporalNamespace: string;
  filesFolder: string;
  paymentsFolder: string;
  mailboxFolder: string;
  socialFolder: string;
  /** Address that browsers use. */
  appUrl: string;
  /** Variables of the environment; they have precedence over generated values. */
  given: NodeJS.ProcessEnv;
}

/** A child's settings come from here; only these variables of the environment are passed on. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'FORCE_COLOR',
  'NO_COLOR',
  'NODE_ENV',
  'LOG_LEVEL',
  'DATABASE_POOL',
  'WORKFLOW_BUNDLE',
  'TRUSTED_PROXIES',
  'PUBLIC_KEY',
  'MAIL_FROM',
  'HELP_CONTACT',
  'PLATFORM_COUNTRY',
  'LANDING_FIGURES',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_REGISTER',
  'OPERATOR_VAT',
  'OPERATOR_CONTACT_EMAIL',
  'OPERATOR_PRIVACY_EMAIL',
  'OPERATOR_SUPPORT_EMAIL',
  'OPERATOR_PHONE',
  'OPERATOR_EU_REPRESENTATIVE',
  'OPERATOR_UK_REPRESENTATIVE',
  'OPERATOR_DPO',
  'OPERATOR_LAW',
  'OPERATOR_VENUE',
  'OPERATOR_SUBPROCESSORS',
  'RELEASE_STEP_UP_ABOVE',
  'SIGN_STEP_UP_ABOVE',
  'FEE_LOSS_CAP',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'SOCIAL_API_BASE',
  'SOCIAL_PAGES_BASE',
  'SITE_TEST_ORIGIN',
  'SOCIAL_TOKEN_KEYS',
  'SIGNING_KEYS',
  'DNS_SERVERS',
  'INSTAGRAM_APP_ID',
  'INSTAGRAM_APP_SECRET',
  'META_APP_SECRET',
  'TIKTOK_CLIENT_KEY',
  'TIKTOK_CLIENT_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'YOUTUBE_API_KEY',
  'CLIENT_DIR',
  'DEMO_ANCHOR',
  'PAYMENTS_FSYNC',
  'MAILBOX_CAPACITY',
] as const;

/** True when the environment has keys of Stripe itself: then no payment sandbox is started. */
export function usesOwnStripe(given: NodeJS.ProcessEnv): boolean {
  return Boolean(given.STRIPE_SECRET_KEY) || Boolean(given.STRIPE_API_BASE);
}

/** True when the environment names a mail server: then no mailbox is started. */
export function usesOwnMail(given: NodeJS.ProcessEnv): boolean {
  return Boolean(given.SMTP_URL);
}

/** Keys of an app at the networks; with one of them no social sandbox is started. */
const socialKeys = [
  'SOCIAL_API_BASE',
  'INSTAGRAM_APP_ID',
  'TIKTOK_CLIENT_KEY',
  'GOOGLE_CLIENT_ID',
  'YOUTUBE_API_KEY',
] as const;

/** True where the social sandbox stands in for the networks: not in production, nor beside keys of the networks. */
export function usesSocialSandbox(mode: Mode, given: NodeJS.ProcessEnv): boolean {
  return mode !== 'production' && !socialKeys.some((name) => given[name]);
}

/** The ports that a start listens on by itself. */
export function ownPorts(mode: Mode, given: NodeJS.ProcessEnv): PortName[] {
  return [
    'APP_PORT',
    'METRICS_PORT',
    'WORKER_METRICS_PORT',
    ...(usesOwnStripe(given) ? [] : (['PAYMENTS_PORT'] as const)),
    ...(usesOwnMail(given) ? [] : (['MAILBOX_PORT', 'SMTP_PORT'] as const)),
    ...(usesSocialSandbox(mode, given) ? (['SOCIAL_PORT'] as const) : []),
    ...(given.DATABASE_URL ? [] : (['POSTGRES_PORT'] as const)),
    ...(given.TEMPORAL_ADDRESS ? [] : (['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] as const)),
  ];
}

/** One environment for every process of an instance: API, worker, sandboxes, mailbox, scripts. */
export function stackEnvironment(options: StackEnvOptions): Record<string, string> {
  const { ports, secrets, given } = options;
  const local = `http://127.0.0.1`;
  const base: Record<string, string> = {
    SPONSIO_MODE: options.mode,
    CLOCK_POLICY: options.mode === 'production' ? 'standard' : options.mode,
    INSTANCE_ID: secrets.INSTANCE_ID,
    APP_URL: options.appUrl,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    ...options.databases,
    TEMPORAL_ADDRESS: options.temporalAddress,
    TEMPORAL_NAMESPACE: options.temporalNamespace,
    TEMPORAL_UI_URL: given.TEMPORAL_UI_URL || `http://localhost:${ports.TEMPORAL_UI_PORT}`,
    AUTH_SECRET: given.AUTH_SECRET || secrets.AUTH_SECRET,
    CODE_SECRET: given.CODE_SECRET || secrets.CODE_SECRET,
    SIGNING_KEYS: given.SIGNING_KEYS || secrets.SIGNING_KEY,
    FILES_DIR: given.FILES_DIR || options.filesFolder,
    STRIPE_SECRET_KEY: given.STRIPE_SECRET_KEY || secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: given.STRIPE_WEBHOOK_SECRET || secrets.STRIPE_WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: given.STRIPE_CONNECT_WEBHOOK_SECRET || secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
    ...(usesOwnStripe(given)
      ? given.STRIPE_API_BASE
        ? { STRIPE_API_BASE: given.STRIPE_API_BASE }
        : {}
      : {
          STRIPE_API_BASE: `${local}:${ports.PAYMENTS_PORT}`,
          PAYMENTS_STATE_DIR: options.paymentsFolder,
          WEBHOOK_TARGET: `${local}:${ports.APP_PORT}`,
          // Banks take days, which is too long for a demo.
          PAYMENTS_SETTLEMENT_SECONDS: given.PAYMENTS_SETTLEMENT_SECONDS || '5',
          PAYMENTS_PAYOUT_SECONDS: given.PAYMENTS_PAYOUT_SECONDS || '60',
        }),
    ...(usesOwnMail(given)
      ? { SMTP_URL: given.SMTP_URL ?? '' }
      : {
          SMTP_URL: `smtp://127.0.0.1:${ports.SMTP_PORT}`,
          MAILBOX_URL: `http://localhost:${ports.MAILBOX_PORT}`,
          MAILBOX_STATE_DIR: options.mailboxFolder,
        }),
    ...(usesSocialSandbox(options.mode, given)
      ? {
          SOCIAL_API_BASE: `${local}:${ports.SOCIAL_PORT}`,
          SOCIAL_STATE_DIR: options.socialFolder,
          SOCIAL_WEBHOOK_TARGET: `${local}:${ports.APP_PORT}`,
          SOCIAL_TOKEN_KEYS: given.SOCIAL_TOKEN_KEYS || secrets.SOCIAL_TOKEN_KEY,
          INSTAGRAM_APP_ID: '1784100000000001',
          INSTAGRAM_APP_SECRET: secrets.INSTAGRAM_APP_SECRET,
          // Signs the network's requests to delete data, which the sandbox sends too.
          META_APP_SECRET: secrets.INSTAGRAM_APP_SECRET,
          TIKTOK_CLIENT_KEY: 'sandbox-client-key',
          TIKTOK_CLIENT_SECRET: secrets.TIKTOK_CLIENT_SECRET,
          GOOGLE_CLIENT_ID: 'sandbox-client-id',
          GOOGLE_CLIENT_SECRET: secrets.GOOGLE_CLIENT_SECRET,
          YOUTUBE_API_KEY: secrets.YOUTUBE_API_KEY,
        }
      : {}),
  };
  const surroundings = Object.fromEntries(passedOn.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
  return { ...surroundings, ...base };
}
