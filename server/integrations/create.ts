import { pino, type DestinationStream, type Logger } from 'pino';
import { loggedError } from '../core/logged-error.ts';
import { tracedCalls } from '../core/trace.ts';
import type { Env } from '../env.ts';
import { operatorOf } from '../core/operator-settings.ts';
import type { Integrations } from './integrations.ts';
import { createDns } from './dns/dns.ts';
import { allowingOrigins, createGuardedFetch } from './fetch/guarded.ts';
import { createSmtpMailer } from './mailer/mailer.ts';
import { createSigner } from './signing/signer.ts';
import { createSocial } from './social/create.ts';
import { createDiskStorage } from './storage/disk.ts';
import { createS3Storage } from './storage/s3.ts';
import { createStripeProvider } from './stripe/provider.ts';

/**
 * Lines of JSON on standard output. Errors under `err` are logged with type, message and codes, never with an address.
 */
export function createLogger(
  env: Pick<Env, 'LOG_LEVEL'>,
  name: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    { name, level: env.LOG_LEVEL, base: { name, pid: process.pid }, serializers: { err: loggedError } },
    destination,
  );
}

/** Real adapters where the environment configures them, the embedded defaults elsewhere. */
export function createIntegrations(env: Env, log: Logger): Integrations {
  const storage =
    env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? createS3Storage({
          endpoint: env.S3_ENDPOINT,
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          accessKeyId: env.S3_ACCESS_KEY_ID,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        })
      : createDiskStorage(env.FILES_DIR);
  return {
    payments: tracedCalls(
      'payments',
      createStripeProvider({
        secretKey: env.STRIPE_SECRET_KEY,
        ...(env.STRIPE_API_BASE ? { apiBase: env.STRIPE_API_BASE } : {}),
      }),
    ),
    mailer: createSmtpMailer(env.SMTP_URL, env.MAIL_FROM),
    storage,
    // The sandbox's pictures, and the site of the browser tests, are at addresses of this machine.
    fetch: createGuardedFetch({ mayConnect: allowingOrigins([env.SOCIAL_API_BASE, env.SITE_TEST_ORIGIN]) }),
    dns: createDns({ servers: env.DNS_SERVERS }),
    social: createSocial(env),
    signer: env.SIGNING_KEYS ? createSigner(env.SIGNING_KEYS) : null,
    log,
    settings: {
      appUrl: env.APP_URL,
      mode: env.SPONSIO_MODE,
      clockPolicy: env.CLOCK_POLICY,
      platformCountry: env.PLATFORM_COUNTRY,
      releaseStepUpAbove: env.RELEASE_STEP_UP_ABOVE,
      signStepUpAbove: env.SIGN_STEP_UP_ABOVE,
      feeLossCap: env.FEE_LOSS_CAP,
      contactLimitFactor: env.CONTACT_LIMIT_FACTOR ?? (env.SPONSIO_MODE === 'production' ? 1 : 100),
      operator: operatorOf(env),
      codeSecret: env.CODE_SECRET,
      authSecret: env.AUTH_SECRET,
      temporalUiUrl: env.TEMPORAL_UI_URL,
      temporalNamespace: env.TEMPORAL_NAMESPACE,
      providerBooksUrl: env.STRIPE_API_BASE ? new URL('/_sandbox/books', env.STRIPE_API_BASE).href : null,
      // The mailbox shows every user's codes.
      mailboxUrl: env.SPONSIO_MODE === 'production' ? null : (env.MAILBOX_URL ?? null),
    },
  };
}
