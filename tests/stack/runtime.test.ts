import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesOfRoute, layoutsOfFile, routeOfFile } from '../../scripts/lib/route-files.ts';
import { isClientCurrent, clientSourceKey } from '../../scripts/lib/client-build.ts';
import { workflowSourceKey } from '../../scripts/lib/workflow-build.ts';
import { checkNodeVersion, isInstalled } from '../../scripts/lib/ensure-install.mjs';
import { canReach } from '../../scripts/stack/identity.ts';
import { assertPortsFree, findFreePorts, isPortFree, portDefaults, readPorts } from '../../scripts/stack/ports.ts';
import { createStateFolders, statePaths } from '../../scripts/lib/paths.ts';
import { bringUp, forgetState } from '../../scripts/stack/stack.ts';
import { withDatabase, databaseUrls } from '../../scripts/stack/postgres-roles.ts';
import { endProcess, identify, isAlive } from '../../scripts/stack/process-identity.mjs';
import {
  findRunningInstance,
  openRunRecord,
  readChildren,
  reclaimLeftovers,
  recordChild,
  saveRunRecord,
} from '../../scripts/stack/run-record.ts';
import { loadSecrets, generateSecrets } from '../../scripts/stack/secrets.ts';
import { stackEnvironment } from '../../scripts/stack/stack-env.ts';
import { whyNotMigrated } from '../../scripts/lib/migrate.ts';
import { parseStartOptions, readMode } from '../../scripts/stack/start-options.ts';
import { Supervisor, restartDelayMs } from '../../scripts/stack/supervisor.ts';
import type { ServiceStatus } from '../../scripts/stack/supervisor.ts';
import { launch } from '../../scripts/stack/launch.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sponsio-runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sleeper = (ms = 60_000) => spawn(process.execPath, ['-e', `setTimeout(() => {}, ${ms})`], { stdio: 'ignore' });
const started = (child: { pid?: number | undefined }) => child.pid ?? 0;

describe('ports', () => {
  test('have the documented defaults and may be moved one by one', () => {
    expect(readPorts({})).toEqual(portDefaults);
    expect(readPorts({ APP_PORT: '4000' })).toMatchObject({ APP_PORT: 4000, SMTP_PORT: 1025 });
  });

  test('a wrong value and a clash are named', () => {
    expect(() => readPorts({ APP_PORT: 'http' })).toThrow('APP_PORT=http');
    expect(() => readPorts({ APP_PORT: '70000' })).toThrow('APP_PORT=70000');
    expect(() => readPorts({ APP_PORT: '8025' })).toThrow('MAILBOX_PORT and APP_PORT are both 8025');
  });

  test('a busy port is named with the variable that changes it', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    expect(await isPortFree(port)).toBe(false);
    await expect(assertPortsFree({ ...portDefaults, APP_PORT: port }, ['APP_PORT'])).rejects.toThrow(
      new RegExp(`port ${port} is in use; choose another with APP_PORT`),
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree(port)).toBe(true);
  });

  test('a free port is given to one caller, and outgoing connections never take it', async () => {
    const found = (await Promise.all(Array.from({ length: 8 }, () => findFreePorts(12)))).flat();
    expect(new Set(found).size).toBe(96);
    const range = '/proc/sys/net/ipv4/ip_local_port_range';
    const lowest = existsSync(range) ? Number(readFileSync(range, 'utf8').split('\t')[0]) : 32_768;
    expect(Math.max(...found)).toBeLessThan(lowest);
  });
});

describe('secrets', () => {
  test('are made once, kept and readable by their owner alone', () => {
    const file = join(folder, 'secrets.json');
    const first = loadSecrets(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecrets(file)).toEqual(first);
    expect(first.AUTH_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(first.INSTANCE_ID).toMatch(/^[a-z0-9]{1,16}$/);
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  });

  test('a secret of a later version is added without changing the others', () => {
    const file = join(folder, 'secrets.json');
    const { CODE_SECRET: _removed, ...older } = loadSecrets(file);
    writeFileSync(file, JSON.stringify(older));
    expect(loadSecrets(file)).toMatchObject(older);
    expect(loadSecrets(file).CODE_SECRET).toHaveLength(43);
  });
});

describe('the environment of an instance', () => {
  const secrets = generateSecrets();
  const options = {
    mode: 'demo' as const,
    ports: readPorts({}),
    secrets,
    databases: databaseUrls({ port: 54320 }, secrets),
    temporalAddress: '127.0.0.1:7233',
    temporalNamespace: 'default',
    filesFolder: '/f',
    paymentsFolder: '/p',
    mailboxFolder: '/m',
    socialFolder: '/s',
    appUrl: 'http://localhost:3000',
  };

  test('points at the sandboxes when nothing is given', () => {
    expect(stackEnvironment({ ...options, given: {} })).toMatchObject({
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
      WEBHOOK_TARGET: 'http://127.0.0.1:3000',
      SMTP_URL: 'smtp://127.0.0.1:1025',
      CLOCK_POLICY: 'demo',
    });
  });

  test('given Stripe keys and a given mail server replace the sandboxes', () => {
    const env = stackEnvironment({
      ...options,
      given: { STRIPE_SECRET_KEY: 'sk_test_given', SMTP_URL: 'smtp://mail.example:587' },
    });
    expect(env).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_given', SMTP_URL: 'smtp://mail.example:587' });
    expect(env.STRIPE_API_BASE).toBeUndefined();
    expect(env.MAILBOX_URL).toBeUndefined();
  });

  test('nothing else of the surroundings leaks in, and production keeps the real clocks', () => {
    const env = stackEnvironment({
      ...options,
      mode: 'production',
      given: { AWS_SECRET_ACCESS_KEY: 'x', PATH: '/bin', DATABASE_URL: 'postgres://other' },
    });
    expect(env).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect(env).toMatchObject({ PATH: '/bin', CLOCK_POLICY: 'standard', DATABASE_URL: options.databases.DATABASE_URL });
  });

  test('a database name changes nothing but the name', () => {
    expect(withDatabase('postgres://a:b%40@127.0.0.1:1/x', 'y')).toBe('postgres://a:b%40@127.0.0.1:1/y');
  });
});

describe('the state folder', () => {
  test('may be new or empty, and is refused with other content', () => {
    const paths = statePaths(join(folder, 'state'));
    createStateFolders(paths);
    createStateFolders(paths);
    expect(statSync(paths.home).mode & 0o777).toBe(0o711);
    expect(statSync(paths.payments).mode & 0o777).toBe(0o700);
    mkdirSync(join(folder, 'letters'));
    writeFileSync(join(folder, 'letters', 'mine.txt'), 'x');
    expect(() => createStateFolders(statePaths(join(folder, 'letters')))).toThrow('holds other things');
    expect(() => forgetState(statePaths(join(folder, 'letters')))).toThrow('left alone');
  });

  test('is not forgotten by --fresh while a port it needs is taken', async () => {
    const paths = statePaths(join(folder, 'state'));
    createStateFolders(paths);
    loadSecrets(paths.secrets);
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    const start = bringUp(
      {
        paths,
        given: { APP_PORT: String(port) },
        mode: 'demo',
        seed: null,
        autoPorts: false,
        fresh: true,
        throwAway: false,
        watch: false,
      },
      null as unknown as Supervisor,
      () => {},
    );
    await expect(start).rejects.toThrow(`port ${port} is in use`);
    await new Promise((resolve) => server.close(resolve));
    expect(existsSync(paths.secrets)).toBe(true);
  });
});

describe('start options', () => {
  test('seed the demo by default', () => {
    expect(parseStartOptions([])).toEqual({
      home: undefined,
      fresh: false,
      seed: 'demo',
      autoPorts: false,
      throwAway: false,
      loadOnly: false,
    });
    expect(parseStartOptions(['--no-seed', '--home', '/x', '--fresh', '--auto-ports', '--throw-away'])).toEqual({
      home: '/x',
      fresh: true,
      seed: null,
      autoPorts: true,
      throwAway: true,
      loadOnly: false,
    });
    expect(parseStartOptions(['--restore', '/backup'])).toMatchObject({ restore: '/backup', fresh: false });
    expect(parseStartOptions(['--load-only'])).toMatchObject({ loadOnly: true, seed: 'demo' });
    expect(() => parseStartOptions(['--throw-away'])).toThrow('--home');
    expect(() => parseStartOptions(['--frsh'])).toThrow('--help');
  });

  test('an unknown mode is refused', () => {
    expect(readMode(undefined)).toBe('demo');
    expect(() => readMode('prod')).toThrow('demo, test or production');
  });
});

test('a database of another state of the code is named in plain words', () => {
  const reason = whyNotMigrated(
    'file:///migrator.js:504\n  throw new Error(`corrupted migrations: expected previously executed migration ${a}`);\n\nError: corrupted migrations: expected previously executed migration b to be at index 20 but a was found in its place. New migrations must always have a name that comes alphabetically after the last executed migration.\n    at x',
  );
  expect(reason).toBe(
    'This database was made by another state of the code (expected previously executed migration b to be at index 20 but a was found in its place.)\nUse the version that made it, or begin anew: npm start -- --fresh',
  );
  expect(whyNotMigrated('Error: column does not exist\n')).toBe(
    'The database could not be migrated:\nError: column does not exist',
  );
});

describe('processes', () => {
  test('a recorded process is recognised by more than its number', async () => {
    const child = sleeper();
    const recorded = identify(started(child));
    expect(isAlive(recorded)).toBe(true);
    expect(isAlive({ ...recorded, startMark: 'another time' })).toBe(false);
    expect(await endProcess({ ...recorded, startMark: 'another time' })).toBe(true);
    expect(isAlive(recorded)).toBe(true);
    await endProcess(recorded);
    expect(isAlive(recorded)).toBe(false);
  });

  test('one that ignores the request is ended after its grace', async () => {
    const child = spawn(
      process.execPath,
      ['-e', "process.on('SIGTERM', () => {}); process.send('on'); setTimeout(() => {}, 60000)"],
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    await new Promise((resolve) => child.once('message', resolve));
    const recorded = identify(started(child));
    const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    const before = Date.now();
    expect(await endProcess(recorded, { graceMs: 200 })).toBe(true);
    expect(Date.now() - before).toBeGreaterThanOrEqual(200);
    // The kernel removes the process before this one receives its exit status.
    expect(await exit).toBe('SIGKILL');
  });

  test('what a dead supervisor left is stopped, what a living one runs is not', async () => {
    const record = join(folder, 'run');
    openRunRecord(record);
    const child = sleeper();
    recordChild(record, 'sleeper', 1, started(child));
    expect(findRunningInstance(record)).not.toBeNull();
    expect(await reclaimLeftovers(record)).toEqual([]);
    const supervisor = join(record, 'supervisor.json');
    writeFileSync(supervisor, readFileSync(supervisor, 'utf8').replace(/"pid": \d+/, '"pid": 999999999'));
    expect(findRunningInstance(record)).toBeNull();
    expect(await reclaimLeftovers(record)).toEqual(['sleeper']);
    expect(readChildren(record)).toEqual([]);
  });

  test('what a killed supervisor started is stopped, though it is seen to be dead only a while after its files are closed', async () => {
    const record = join(folder, 'run');
    const supervisor = sleeper(700);
    const run = { ...openRunRecord(record), supervisor: identify(started(supervisor)) };
    const child = sleeper();
    recordChild(record, 'sleeper', 1, started(child));
    const watchdog = spawn(process.execPath, ['scripts/stack/watchdog.mjs', record], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const end = new Promise((resolve) => watchdog.once('exit', resolve));
    saveRunRecord(record, { ...run, watchdogPid: started(watchdog) });
    watchdog.stdin.end();
    await end;
    expect(isAlive(identify(started(supervisor)))).toBe(false);
    expect([child.exitCode ?? child.signalCode, existsSync(record)]).toEqual(['SIGTERM', false]);
  });
});

describe('the supervisor', () => {
  test('waits longer after each fall in a row, up to a limit', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(restartDelayMs)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test('starts a fallen service again, says so, and stops the last started first', async () => {
    const record = join(folder, 'run');
    openRunRecord(record);
    const statuses: ServiceStatus[] = [];
    let wake = (): void => {};
    const supervisor = new Supervisor(record, (status) => {
      statuses.push(status);
      if (status.state === 'running') wake();
    });
    const order = join(folder, 'order.txt');
    const starts: Record<string, number> = {};
    const readyLines = (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8').split('ready').length - 1;
    const plan = (name: string, stage: number) => ({
      name,
      label: name,
      stage,
      logFile: join(folder, `${name}.log`),
      launch: () => {
        starts[name] = (starts[name] ?? 0) + 1;
        return launch({
          command: process.execPath,
          args: [
            '-e',
            `process.on('SIGTERM', () => { require('fs').appendFileSync(${JSON.stringify(order)}, '${name} '); process.exit(0) }); console.log('ready'); setTimeout(() => {}, 60000)`,
          ],
          logFile: join(folder, `${name}.log`),
        });
      },
      ready: async () => {
        while (readyLines(name) < (starts[name] ?? 0)) await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
    await supervisor.start(plan('first', 1));
    await supervisor.start(plan('second', 2));
    const again = new Promise<void>((resolve) => (wake = resolve));
    const [child] = readChildren(record).filter((one) => one.name === 'second');
    process.kill(child?.pid ?? 0, 'SIGKILL');
    await again;
    expect(statuses.map((status) => [status.name, status.state, status.lastEnd])).toEqual([
      ['second', 'restarting', 'signal SIGKILL'],
      ['second', 'running', 'signal SIGKILL'],
    ]);
    await supervisor.stop();
    expect(readFileSync(order, 'utf8')).toBe('second first ');
    expect(readChildren(record)).toEqual([]);
  });

  test('a service that cannot start at all fails the start', async () => {
    const record = join(folder, 'run');
    openRunRecord(record);
    const logFile = join(folder, 'broken.log');
    const supervisor = new Supervisor(record);
    const start = supervisor.start({
      name: 'broken',
      label: 'broken',
      stage: 1,
      logFile,
      launch: () => launch({ command: process.execPath, args: ['-e', 'process.exit(3)'], logFile }),
      ready: (child) => new Promise((resolve) => child.once('exit', () => resolve())),
    });
    await expect(start).rejects.toThrow('exit code 3');
  });
});

describe('installation', () => {
  test('an old Node is refused by name', () => {
    expect(checkNodeVersion('20.18.1')).toContain('20.19');
    expect(checkNodeVersion('20.19.0')).toBeNull();
    expect(checkNodeVersion('24.0.0')).toBeNull();
  });

  test('packages are current when every locked version is present', () => {
    const write = (file: string, packages: object) => writeFileSync(join(folder, file), JSON.stringify({ packages }));
    mkdirSync(join(folder, 'node_modules'));
    write('package-lock.json', {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    });
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '0.9.0' } });
    expect(isInstalled(folder)).toBe(false);
  });

  test('a private home folder is not reachable for another user', () => {
    mkdirSync(join(folder, 'private'), { mode: 0o700 });
    expect(canReach(join(folder, 'private', 'x'), { uid: 65534, gid: 65534 })).toBe(false);
    expect(canReach(join(folder, 'private', 'x'), null)).toBe(true);
  });

  test('the client is built again only when one of its sources changes', () => {
    expect(isClientCurrent('no such key')).toBe(false);
    mkdirSync(join(folder, 'src'));
    mkdirSync(join(folder, 'server', 'features', 'offers'), { recursive: true });
    writeFileSync(join(folder, 'src', 'main.tsx'), 'one');
    const before = clientSourceKey(folder);
    writeFileSync(join(folder, 'server', 'features', 'offers', 'service.ts'), 'server only');
    expect(clientSourceKey(folder)).toBe(before);
    writeFileSync(join(folder, 'server', 'features', 'offers', 'rules.ts'), 'shared');
    const after = clientSourceKey(folder);
    expect(after).not.toBe(before);
    writeFileSync(join(folder, 'src', 'main.tsx'), 'two');
    expect(clientSourceKey(folder)).not.toBe(after);
  });

  test('the workflows are bundled again when one of their sources, a rule that they import or a package changes', () => {
    mkdirSync(join(folder, 'workflows'));
    mkdirSync(join(folder, 'server', 'features', 'offers'), { recursive: true });
    const keys = [
      ['package-lock.json', '{}'],
      ['workflows/offers.ts', 'one'],
      ['server/features/offers/rules.ts', 'one'],
      ['workflows/offers.ts', 'two'],
      ['server/features/offers/rules.ts', 'two'],
      ['package-lock.json', '{ }'],
    ].map(([file = '', text = '']) => {
      writeFileSync(join(folder, file), text);
      return workflowSourceKey(folder);
    });
    expect(new Set(keys).size).toBe(keys.length);
    expect(workflowSourceKey(folder)).toBe(keys.at(-1));
  });
});

describe('the scripts of a route', () => {
  test('route files name their addresses and layouts', () => {
    expect(routeOfFile('index.tsx')).toBe('/');
    expect(routeOfFile('_app.payments.tsx')).toBe('/payments');
    expect(routeOfFile('_app/smart-contracts.$contractId.tsx')).toBe('/smart-contracts/$contractId');
    expect(layoutsOfFile('_app/payments.tsx', ['__root.tsx', '_app.tsx', 'index.tsx', '_app/payments.tsx'])).toEqual([
      '__root.tsx',
      '_app.tsx',
    ]);
  });

  test('are those of the entry, the layouts, the route and the language, each file once', () => {
    const manifest = {
      'index.html': {
        file: 'main.js',
        isEntry: true,
        imports: ['_react.js'],
        dynamicImports: ['src/routes/index.tsx?tsr-split=component'],
      },
      '_react.js': { file: 'react.js' },
      'src/routes/index.tsx?tsr-split=component': { file: 'home.js', imports: ['_react.js'] },
      'src/routes/_app.tsx?tsr-split=component': { file: 'frame.js', imports: ['_react.js', '_shell.js'] },
      '_shell.js': { file: 'shell.js' },
      'src/routes/_app/payments.tsx?tsr-split=errorComponent': { file: 'oops.js' },
      'src/routes/_app/payments.tsx?tsr-split=loader---component---errorComponent': {
        file: 'payments.js',
        imports: ['_shell.js'],
      },
      'locales/en/common.json': { file: 'en-common.js' },
      'locales/ru/common.json': { file: 'ru-common.js' },
      'locales/ru/money.json': { file: 'ru-money.js' },
    };
    const sources = {
      '__root.tsx': '',
      'index.tsx': '',
      '_app.tsx': '',
      '_app/payments.tsx': "loader: () => loadTexts('money')",
    };
    expect(filesOfRoute(manifest, sources, '_app/payments.tsx', 'ru').sort()).toEqual([
      'frame.js',
      'main.js',
      'payments.js',
      'react.js',
      'ru-common.js',
      'ru-money.js',
      'shell.js',
    ]);
  });
});
