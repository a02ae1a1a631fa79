import { describe, expect, test } from 'vitest';
import { FICTITIOUS_OPERATOR, operatorOf } from '../../server/core/operator-settings.ts';
import { ENV_NAMES, readEnv, SECRET_NAMES } from '../../server/env.ts';
import { OPERATOR_ENV } from '../support/operator.ts';

const secret = (n: number) => `9f${n}c41be7d5a2068e3b7${n}10fd6a84c29eb53`;
const TOKEN_KEY = `k1:${Buffer.from('9f3c41be7d5a2068e3b710fd6a84c29e').toString('base64')}`;
const PRODUCTION = {
  NODE_ENV: 'production',
  SPONSIO_MODE: 'production',
  APP_URL: 'https://sponsio.test',
  DATABASE_URL: 'postgres://sponsio_app:9f3c41be7d@db/sponsio',
  DATABASE_WORKER_URL: 'postgres://sponsio_worker:41be7d9f3c@db/sponsio',
  AUTH_SECRET: secret(1),
  CODE_SECRET: secret(2),
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWD',
  STRIPE_WEBHOOK_SECRET: 'whsec_9dHq2LyjWD',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2LyjWD9dHq',
  META_APP_SECRET: secret(3),
  SOCIAL_TOKEN_KEYS: TOKEN_KEY,
  SIGNING_KEYS: TOKEN_KEY,
  INSTAGRAM_APP_ID: '178414',
  INSTAGRAM_APP_SECRET: secret(5),
  TIKTOK_CLIENT_KEY: 'aw7k',
  TIKTOK_CLIENT_SECRET: secret(6),
  GOOGLE_CLIENT_ID: '81-q.apps.test',
  GOOGLE_CLIENT_SECRET: secret(7),
  YOUTUBE_API_KEY: secret(8),
  HELP_CONTACT: 'help@sponsio.test',
  ...OPERATOR_ENV,
  S3_ENDPOINT: 'https://files.test',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: '9dHq2LyjWD',
  S3_SECRET_ACCESS_KEY: secret(4),
  SMTP_URL: 'smtps://mail:q2LyjWD9dH@mail.test',
};
const EMPTY_OPERATOR = Object.fromEntries(Object.keys(OPERATOR_ENV).map((name) => [name, '']));
/** The names at the head of the lines that say why the server does not start. */
const refusedFor = (change: Record<string, string>): string[] => {
  try {
    readEnv({ ...PRODUCTION, ...change });
    return [];
  } catch (error) {
    return String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(':')[0] ?? '');
  }
};

test('production starts with an https address, live keys and secrets of its own', () => {
  expect(refusedFor({})).toEqual([]);
  expect(readEnv(PRODUCTION).SPONSIO_MODE).toBe('production');
});

describe('production refuses to start, and names the variable,', () => {
  test.each<[string, string, Record<string, string>]>([
    ['without an explicit mode', 'SPONSIO_MODE', { SPONSIO_MODE: '' }],
    ['with an http address', 'APP_URL', { APP_URL: 'http://sponsio.test' }],
    ['without an address', 'APP_URL', { APP_URL: '' }],
    ['with a test key', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWD' }],
    ['with a restricted test key', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'rk_test_4eC39HqLyjWD' }],
    ['with the payment sandbox', 'STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:12111' }],
    ['with the social sandbox', 'SOCIAL_API_BASE', { SOCIAL_API_BASE: 'http://127.0.0.1:12112' }],
    ['with a site of the tests', 'SITE_TEST_ORIGIN', { SITE_TEST_ORIGIN: 'http://127.0.0.1:12199' }],
    ['with failpoints', 'FAILPOINTS', { FAILPOINTS: '/tmp/failpoints' }],
    ['with half an app at a network', 'TIKTOK_CLIENT_SECRET', { TIKTOK_CLIENT_SECRET: '' }],
    ['with an app at a network and no key for its tokens', 'SOCIAL_TOKEN_KEYS', { SOCIAL_TOKEN_KEYS: '' }],
    ['without a key for event logs', 'SIGNING_KEYS', { SIGNING_KEYS: '' }],
    ['with a short key for event logs', 'SIGNING_KEYS', { SIGNING_KEYS: 'k1:c2hvcnQ=' }],
    ['with a short key for tokens', 'SOCIAL_TOKEN_KEYS', { SOCIAL_TOKEN_KEYS: 'k1:c2hvcnQ=' }],
    ['with the help address of the demo', 'HELP_CONTACT', { HELP_CONTACT: '' }],
    ['with a help address that is none', 'HELP_CONTACT', { HELP_CONTACT: 'javascript:alert(1)' }],
    ['with the clocks of the demo', 'CLOCK_POLICY', { CLOCK_POLICY: 'demo' }],
  ])('%s', (_what, name, change) => {
    expect(refusedFor(change)).toEqual([name]);
  });

  test.each(SECRET_NAMES)('with a placeholder in %s', (name) => {
    for (const placeholder of [
      'change-me-change-me-change-me-change-me',
      'your-secret-of-at-least-thirty-two-letters',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'dev-secret-dev-secret-dev-secret-dev-secret',
    ]) {
      const value = name.endsWith('_URL')
        ? `postgres://user:${placeholder}@host/name`
        : name === 'STRIPE_SECRET_KEY'
          ? `sk_live_${placeholder}`
          : placeholder;
      expect(refusedFor({ [name]: value })).toEqual([name]);
    }
  });

  test('with several faults, each on its line', () => {
    expect(
      refusedFor({
        APP_URL: 'http://sponsio.test',
        STRIPE_API_BASE: 'http://127.0.0.1:12111',
        STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_placeholder',
      }),
    ).toEqual(['APP_URL', 'STRIPE_API_BASE', 'STRIPE_CONNECT_WEBHOOK_SECRET']);
  });
});

describe('production names each value of the operator that', () => {
  test.each(Object.keys(OPERATOR_ENV))('is missing or a placeholder: %s', (name) => {
    expect(refusedFor({ [name]: '' })).toEqual([name]);
    const mail = name.endsWith('_EMAIL');
    const usual = readEnv({ ...PRODUCTION, SPONSIO_MODE: 'demo', ...EMPTY_OPERATOR })[
      name as keyof typeof OPERATOR_ENV
    ];
    const placeholders = mail
      ? [String(usual), 'placeholder@sponsio.test', 'me@example.com']
      : name === 'OPERATOR_PHONE'
        ? [String(usual)]
        : name === 'OPERATOR_SUBPROCESSORS'
          ? ['Your-host | hosting | FR | eea', 'TODO | hosting | FR | eea']
          : ['{{operator}}', 'TODO', 'Your Company Ltd', 'A company (fictitious)'];
    for (const value of placeholders) expect(refusedFor({ [name]: value }), value).toEqual([name]);
  });

  test('are all missing, each on its line', () => {
    expect(refusedFor(EMPTY_OPERATOR)).toEqual(Object.keys(OPERATOR_ENV));
  });

  test('has no form that the pages could show', () => {
    expect(refusedFor({ OPERATOR_SUBPROCESSORS: 'Stripe, payments' })).toEqual(['OPERATOR_SUBPROCESSORS']);
    expect(refusedFor({ OPERATOR_PHONE: '04 72 00 12 34' })).toEqual(['OPERATOR_PHONE']);
    expect(refusedFor({ OPERATOR_PRIVACY_EMAIL: 'privacy' })).toEqual(['OPERATOR_PRIVACY_EMAIL']);
  });
});

test('a demo without an operator has a fictitious one, marked as such; "none" is no representative', () => {
  const demo = operatorOf(readEnv({ ...PRODUCTION, SPONSIO_MODE: 'demo', ...EMPTY_OPERATOR }));
  expect(demo).toEqual(FICTITIOUS_OPERATOR);
  expect(demo.fictitious).toBe(true);
  const real = operatorOf(readEnv(PRODUCTION));
  expect(real).toMatchObject({ fictitious: false, euRepresentative: null, dataProtectionOfficer: null });
  expect(real.subprocessors).toEqual([
    { name: 'Stripe Payments Europe Ltd', purpose: 'payments', country: 'IE', transfer: 'eea' },
  ]);
});

test('the start page shows measured figures alone in production; a demo shows them where the setting says so', () => {
  expect(readEnv(PRODUCTION).LANDING_FIGURES).toBe('measured');
  expect(readEnv({ ...PRODUCTION, LANDING_FIGURES: 'measured' }).LANDING_FIGURES).toBe('measured');
  expect(() => readEnv({ ...PRODUCTION, LANDING_FIGURES: 'copy' })).toThrow(/LANDING_FIGURES: copy shows figures/);
  expect(readEnv({ ...PRODUCTION, SPONSIO_MODE: 'demo' }).LANDING_FIGURES).toBe('copy');
  expect(readEnv({ ...PRODUCTION, SPONSIO_MODE: 'demo', LANDING_FIGURES: 'measured' }).LANDING_FIGURES).toBe(
    'measured',
  );
});

test('every variable that gives access is looked at', () => {
  // TikTok calls the id of an app its client key.
  const known = ['PUBLIC_KEY', 'TIKTOK_CLIENT_KEY'];
  expect(
    ENV_NAMES.filter(
      (name) => /SECRET|_KEY|PASSWORD|TOKEN|DATABASE_\w*URL|SMTP/.test(name) && !known.includes(name),
    ).sort(),
  ).toEqual([...SECRET_NAMES].sort());
});

test('outside of production the mode is the demo unless it is named, also with production’s libraries', () => {
  expect(
    readEnv({ ...PRODUCTION, NODE_ENV: '', SPONSIO_MODE: '', APP_URL: 'http://localhost:3000' }).SPONSIO_MODE,
  ).toBe('demo');
  expect(readEnv({ ...PRODUCTION, SPONSIO_MODE: 'demo', APP_URL: 'http://localhost:3000' }).SPONSIO_MODE).toBe('demo');
});

test('help is a mail address or an https page', () => {
  expect(readEnv(PRODUCTION).HELP_CONTACT).toBe('mailto:help@sponsio.test');
  expect(readEnv({ ...PRODUCTION, HELP_CONTACT: 'https://help.sponsio.test/en?from=app' }).HELP_CONTACT).toBe(
    'https://help.sponsio.test/en?from=app',
  );
  expect(refusedFor({ HELP_CONTACT: 'https://help.test/"><script>' })).toEqual(['HELP_CONTACT']);
});
