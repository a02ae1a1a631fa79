import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '../../scripts/stack/process-identity.mjs';
import type { RecordedChild } from '../../scripts/stack/process-identity.mjs';
import { backup } from '../../scripts/lib/backup.ts';
import { BUILT_ENTRIES } from '../../scripts/stack/services.ts';
import { readRunningInstance } from '../../scripts/stack/instance.ts';
import { projectRoot, statePaths } from '../../scripts/lib/paths.ts';
import { findRunningInstance, readChildren, reclaimLeftovers } from '../../scripts/stack/run-record.ts';

const slow = 180_000;
/** As a user starts it: from the sources. */
const fromSources = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== BUILT_ENTRIES));
const homes: string[] = [];
const programs: ChildProcess[] = [];

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'sponsio-start-'));
  homes.push(home);
  return home;
}

interface Started {
  program: ChildProcess;
  output(): string;
  addresses: Record<string, string>;
  children: RecordedChild[];
}

async function until(what: string, check: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function start(home: string, env: NodeJS.ProcessEnv, ...options: string[]): Promise<Started> {
  const program = spawn(
    process.execPath,
    ['scripts/start.mjs', '--home', home, '--auto-ports', '--no-seed', ...options],
    { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  programs.push(program);
  let text = '';
  program.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  program.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  await until('the start', () => text.includes('Sponsio is ready') || program.exitCode !== null, slow);
  expect(program.exitCode, text).toBeNull();
  const folder = statePaths(home).run;
  return {
    program,
    output: () => text,
    addresses: findRunningInstance(folder)?.addresses ?? {},
    children: readChildren(folder),
  };
}

const ownerOf = (home: string): string => readRunningInstance(home).env.DATABASE_OWNER_URL ?? '';

afterEach(async () => {
  // One that the test gave up would go on starting.
  for (const program of programs.splice(0))
    if (program.exitCode === null && program.signalCode === null) {
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
  for (const home of homes.splice(0)) {
    await reclaimLeftovers(statePaths(home).run);
    rmSync(home, { recursive: true, force: true });
  }
});

test(
  'a start brings up every part, a signal stops all of it, the next start finds the data, kill -9 of it leaves nothing behind, and a new instance begins with a backup',
  async () => {
    const home = newHome();
    const first = await start(home, fromSources);
    expect(first.children.map((child) => child.name).sort()).toEqual([
      'app',
      'mailbox',
      'payments',
      'postgres',
      'social',
      'temporal',
      'worker',
    ]);
    for (const address of [
      `${first.addresses.app}/readyz`,
      `${first.addresses.mailbox}/livez`,
      `${first.addresses.payments}/livez`,
      `${first.addresses.social}/livez`,
      `${first.addresses.temporalUi}/api/v1/settings`,
    ]) {
      expect((await fetch(address)).status, address).toBe(200);
    }
    expect(first.output()).toContain(`App         ${first.addresses.app}`);
    const saved = await backup(ownerOf(home), join(newHome(), 'backup'));
    const folder = join(homes.at(-1) ?? '', 'backup');
    first.program.kill('SIGTERM');
    await until('the stop', () => first.program.exitCode !== null, 60_000);
    expect(first.program.exitCode).toBe(0);
    expect(first.children.filter((child) => isAlive(child))).toEqual([]);
    expect(existsSync(join(home, 'run'))).toBe(false);

    // What is left to see is the supervisor's: its parts are started as they were built.
    const second = await start(home, process.env, '--throw-away');
    expect(second.output()).toContain('up to date');
    second.program.kill('SIGKILL');
    await until('the end of every part', () => second.children.every((child) => !isAlive(child)), 60_000);
    await until('forgetting the state', () => !existsSync(home), 60_000);

    const elsewhere = newHome();
    const restored = await start(elsewhere, process.env, '--restore', folder);
    const again = await backup(ownerOf(elsewhere), join(newHome(), 'backup'));
    const postings = (taken: typeof saved) =>
      taken.tables
        .filter(({ table }) => table.startsWith('ledger_'))
        .map(({ table, rows, sha256 }) => [table, rows, sha256]);
    expect(postings(again)).toEqual(postings(saved));
    restored.program.kill('SIGTERM');
    await until('the stop', () => restored.program.exitCode !== null, 60_000);
  },
  3 * slow,
);

test('a mistyped backup or scenario is refused before --fresh deletes anything', () => {
  const home = newHome();
  const { files, secrets } = statePaths(home);
  mkdirSync(files, { recursive: true });
  writeFileSync(secrets, '{}');
  for (const [flag, value] of [
    ['--restore', join(home, 'nowhere')],
    ['--seed', 'dmeo'],
  ] as const) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/start.mjs', '--home', home, '--auto-ports', '--fresh', flag, value],
      { cwd: projectRoot, encoding: 'utf8' },
    );
    expect([status, existsSync(files)], stderr).toEqual([1, true]);
    expect(stderr).toContain(value);
  }
});

test('a start that cannot begin, because a port is taken or an address is missing, leaves nothing behind', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  try {
    const cases: [Record<string, string>, string, string[]][] = [
      [{ APP_PORT: port }, `port ${port} is in use`, []],
      [{ DATABASE_URL: 'postgres://somewhere/else' }, 'It needs three addresses', ['--auto-ports']],
    ];
    for (const [env, message, options] of cases) {
      const home = join(newHome(), 'state');
      const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--home', home, ...options], {
        cwd: projectRoot,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      expect([status, existsSync(home)], stderr).toEqual([1, false]);
      expect(stderr).toContain(message);
    }
  } finally {
    taken.close();
  }
});
