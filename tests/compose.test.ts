import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { SEARCH_ATTRIBUTES } from '../workflows/contracts.ts';
import { ENV_NAMES, readEnv } from '../server/env.ts';
import { OPERATOR_ENV } from './support/operator.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

// The parts of the Compose specification that the file uses; strict, so that a misspelt key fails here.
const duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const listOrText = z.union([z.string(), z.array(z.string()).min(1)]);
const healthcheck = z.strictObject({
  test: z
    .array(z.string())
    .min(2)
    .refine(([how]) => how === 'CMD' || how === 'CMD-SHELL', 'starts with CMD or CMD-SHELL'),
  interval: duration,
  timeout: duration,
  retries: z.int().positive(),
  start_period: duration.optional(),
});
const service = z.strictObject({
  image: z.string().regex(/^[\w./-]+(:[\w.-]+)?$/),
  build: z.union([z.string(), z.strictObject({ context: z.string(), target: z.string().optional() })]).optional(),
  restart: z.string().regex(/^(no|always|unless-stopped|on-failure(:\d+)?)$/),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']) }),
    )
    .optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)).optional(),
  ports: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  entrypoint: listOrText.optional(),
  command: listOrText.optional(),
  healthcheck: healthcheck.optional(),
  stop_grace_period: duration.optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
});
const composeFile = z
  .object({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .catchall(z.unknown())
  .refine(
    (file) =>
      Object.keys(file).every(
        (key) =>
          ['name', 'services', 'volumes', 'networks', 'configs', 'secrets'].includes(key) || key.startsWith('x-'),
      ),
    'unknown top-level key',
  );

const compose = composeFile.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);

const generated = Object.fromEntries(
  execFileSync(process.execPath, [join(root, 'scripts/compose/make-env.mjs')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
) as Record<string, string>;
const filledIn = {
  ...generated,
  APP_URL: 'https://sponsio.test',
  HELP_CONTACT: 'help@sponsio.test',
  ...OPERATOR_ENV,
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWD',
  STRIPE_WEBHOOK_SECRET: 'whsec_9dHq2LyjWD',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2LyjWD9dHq',
};

/** `${NAME:-default}` and `${NAME:?}` as Compose replaces them. */
function interpolate(value: string, env: Record<string, string>): string {
  return value.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind: string | undefined, rest: string | undefined) => {
      const given = env[name];
      if (given) return given;
      if (kind === '?') throw new Error(`${name} must be set`);
      return rest ?? '';
    },
  );
}

function environmentOf(name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      interpolate(value, filledIn),
    ]),
  );
}

describe('docker-compose.yml', () => {
  test('has the parts of a whole installation', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [
        'api',
        'mailbox',
        'migrate',
        'postgres',
        'social',
        'storage',
        'storage-bucket',
        'temporal',
        'temporal-namespace',
        'temporal-schema',
        'temporal-ui',
        'worker',
      ].sort(),
    );
    expect(compose.services.postgres?.image).toMatch(/^postgres:18/);
  });

  test('starts each part after what it needs, without a circle', () => {
    const started = new Set<string>();
    for (let round = 0; round < services.length; round += 1) {
      for (const [name, one] of services)
        if (Object.keys(one.depends_on ?? {}).every((other) => started.has(other))) started.add(name);
    }
    expect([...started].sort()).toEqual(Object.keys(compose.services).sort());
    for (const [, one] of services) {
      for (const [other, { condition }] of Object.entries(one.depends_on ?? {})) {
        const needed = compose.services[other];
        if (condition === 'service_healthy') expect(needed?.healthcheck).toBeDefined();
        if (condition === 'service_completed_successfully') expect(needed?.restart).toMatch(/^on-failure/);
      }
    }
  });

  test('pins every image and publishes to this machine alone', () => {
    for (const [name, one] of services) {
      if (!one.build) expect(one.image, name).toMatch(/:v?\d/);
      for (const port of one.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
  });

  test('mounts files that exist and volumes that are declared', () => {
    const used = services.flatMap(([, one]) => (one.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''));
    for (const source of used) {
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const declared of Object.keys(compose.volumes)) expect(used).toContain(declared);
  });

  test('runs programs of ours that exist', () => {
    const programs = services.flatMap(([, one]) =>
      one.build ? [one.command ?? []].flat().filter((part) => /\.(ts|mjs)$/.test(part)) : [],
    );
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
    expect(programs).toContain('workflows/worker.ts');
  });

  test.each(['api', 'worker'])('gives the %s every variable that the server reads, and no other', (name) => {
    expect(Object.keys(compose.services[name]?.environment ?? {}).sort()).toEqual([...ENV_NAMES].sort());
  });

  test.each(['api', 'worker'])('lets the %s start in production', (name) => {
    const env = readEnv(environmentOf(name));
    expect(env).toMatchObject({
      SPONSIO_MODE: 'production',
      NODE_ENV: 'production',
      CLOCK_POLICY: 'standard',
      TEMPORAL_ADDRESS: 'temporal:7233',
    });
    expect(new URL(env.DATABASE_URL)).toMatchObject({ username: 'sponsio_app', hostname: 'postgres' });
    expect(new URL(env.DATABASE_WORKER_URL ?? '')).toMatchObject({ username: 'sponsio_worker' });
  });

  test('requires nothing that make-env does not print, and refuses to start without it', () => {
    const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map((match) => match[1] ?? ''));
    expect([...required].filter((name) => !(name in generated))).toEqual([]);
    expect(() => interpolate('${AUTH_SECRET:?}', {})).toThrow('AUTH_SECRET must be set');
    expect(new Set(Object.values(generated).filter(Boolean)).size).toBe(
      Object.values(generated).filter(Boolean).length,
    );
  });

  test('the roles script makes each role with the password that the services use', () => {
    const script = readFileSync(join(root, 'scripts/compose/postgres-init.sh'), 'utf8');
    for (const role of ['sponsio_owner', 'sponsio_app', 'sponsio_worker', 'temporal'])
      expect(script).toContain(`create role ${role} login nosuperuser`);
    for (const role of ['sponsio_definer', 'sponsio_maintenance'])
      expect(script).toContain(`create role ${role} nologin nosuperuser nocreatedb nocreaterole bypassrls`);
    expect(script).toContain('grant sponsio_definer, sponsio_maintenance to sponsio_owner;');
    for (const name of Object.keys(compose.services.postgres?.environment ?? {}).filter((one) =>
      /_(OWNER|APP|WORKER|TEMPORAL)_PASSWORD$/.test(one),
    ))
      expect(script).toContain(`$${name}`);
  });

  test('the namespace script registers the very search attributes of npm start', () => {
    // A `temporal` that only says how it was called.
    const bin = mkdtempSync(join(tmpdir(), 'sponsio-temporal-'));
    writeFileSync(join(bin, 'temporal'), '#!/bin/sh\necho "$*"\n', { mode: 0o755 });
    const calls = execFileSync('sh', [join(root, 'scripts/compose/temporal-namespace.sh')], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    rmSync(bin, { recursive: true });
    const registered = [...calls.matchAll(/search-attribute create -n default --name (\w+) --type (\w+)$/gm)];
    expect(registered.map(([, name, type]) => [name, type?.toUpperCase()])).toEqual(Object.entries(SEARCH_ATTRIBUTES));
    const query = Object.keys(SEARCH_ATTRIBUTES).map((name) => `${name} IS NULL`);
    expect(calls).toContain(`workflow count -n default --query ${query.join(' OR ')}\n`);
  });
});

test('the image copies folders that exist, and nothing from the machine that builds it', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    (match[1] ?? '').split(' '),
  );
  for (const path of copied.filter((one) => one !== '.')) expect(existsSync(join(root, path)), path).toBe(true);
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const path of ['.data', '.env', 'node_modules', '.git']) expect(ignored).toContain(path);
});
