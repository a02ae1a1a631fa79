import { z } from 'zod';
import { DEFAULT_PUBLIC_KEY } from './core/public-key.ts';
import { releaseLimits } from './features/security/rules.ts';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const optional = z.string().min(1).optional();

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  SPONSIO_MODE: z.enum(['demo', 'test', 'production']).default('demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INSTANCE_ID: z.string().regex(/^[a-z0-9]{1,16}$/).default('sponsio'),
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
  TEMPORAL_UI_URL: z.string().default('http://localhost:8233'),
  AUTH_SECRET: z.string().min(32),
  CODE_SECRET: z.string().min(32),
  PUBLIC_KEY: z.string().regex(/^[\w.-]{1,80}$/).default(DEFAULT_PUBLIC_KEY),
  STRIPE_SECRET_KEY: z.string().min(8),
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().min(8),
  STRIPE_API_BASE: z.url().optional().describe('the payment sandbox; absent means Stripe itself'),
  SMTP_URL: z.string().default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('Sponsio <hello@sponsio.example>'),
  MAILBOX_URL: optional,
  FILES_DIR: z.string().default('.data/files'),
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  CLIENT_DIR: z.string().default('dist/client'),
  PLATFORM_COUNTRY: z.string().length(2).default('FR'),
  CLOCK_POLICY: z.enum(['standard', 'demo', 'test']).default('standard'),
  RELEASE_STEP_UP_ABOVE: z
    .string()
    .default('')
    .transform((text, ctx) => {
      try {
        return releaseLimits(text);
      } catch (error) {
        ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    })
    .describe('releases above these sums ask for a fresh proof, e.g. "EUR 1000, USD 1100"; 0 asks for each'),
  META_APP_SECRET: z.string().min(16).optional().describe('of the Meta app; without it its deletion callback is not answered'),
  LANDING_FIGURES: z.enum(['copy', 'measured']).default('copy'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
});

export type Env = z.infer<typeof schema>;

/** Names of every variable the server reads; docker-compose.yml is checked against it. */
export const ENV_NAMES = Object.keys(schema.shape) as (keyof Env)[];

const PLACEHOLDER = /change-?me|placeholder|example-secret|dev-secret/i;

/**
 * Reads and checks the process environment once, at boot. Empty strings count as absent.
 * Throws an Error naming each variable that is missing or wrong; in production also refuses placeholder secrets and
 * the demo and test clock policies.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, v]) => v !== undefined && v !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`);
    throw new Error(`Sponsio cannot start, the environment is incomplete:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  if (env.SPONSIO_MODE === 'production') {
    const weak = (['AUTH_SECRET', 'CODE_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((k) => PLACEHOLDER.test(env[k]));
    if (weak.length > 0) throw new Error(`Sponsio refuses placeholder secrets in production: ${weak.join(', ')}`);
    if (env.CLOCK_POLICY !== 'standard') throw new Error(`Sponsio refuses CLOCK_POLICY=${env.CLOCK_POLICY} in production`);
  }
  return env;
}
