import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from '../lib/failure.ts';

export interface LaunchOptions {
  command: string;
  args: readonly string[];
  logFile: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Run as this user (root only). */
  identity?: { uid: number; gid: number } | null;
}

const logLimitBytes = 8 * 1024 * 1024;

/** Keeps the last log as `<name>.log.1` so that a state folder cannot grow without end. */
function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > logLimitBytes) renameSync(file, `${file}.1`);
}

/**
 * Starts a long-running child in its own process group, so that Ctrl-C in the terminal reaches only the supervisor,
 * which stops children in order. Output goes to a file, not to a pipe: a child must be able to log its shutdown after
 * the supervisor has died.
 */
export function launch(options: LaunchOptions): ChildProcess {
  rotateLog(options.logFile);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    return spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: ['ignore', log, log],
      ...options.identity,
    });
  } finally {
    closeSync(log);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

export function describeEnd(child: ChildProcess): string {
  if (child.signalCode) return `signal ${child.signalCode}`;
  return `exit code ${child.exitCode ?? 'unknown'}`;
}

function logTail(file: string, lines = 12): string {
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-lines)
      .map((line) => `    ${line}`)
      .join('\n');
  } catch {
    return '    (no output)';
  }
}

export interface WaitOptions {
  what: string;
  timeoutMs: number;
  everyMs?: number;
  /** Fail at once, with the end of its log, when this process ends. */
  child?: ChildProcess;
  logFile?: string;
}

/**
 * Polls until `check` returns true. Errors thrown by `check` count as "not yet", except a `StartFailure`, which is
 * final.
 */
export async function waitUntil(check: () => Promise<boolean>, options: WaitOptions): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  let lastError: unknown;
  for (;;) {
    if (options.child && hasEnded(options.child)) {
      throw new StartFailure(
        `${options.what} ended (${describeEnd(options.child)}) before it was ready.${options.logFile ? `\n${logTail(options.logFile)}\n    full log: ${options.logFile}` : ''}`,
      );
    }
    try {
      if (await check()) return;
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      lastError = error;
    }
    if (Date.now() >= deadline) {
      const reason = lastError instanceof Error ? ` Last answer: ${lastError.message}` : '';
      throw new StartFailure(
        `${options.what} was not ready within ${Math.round(options.timeoutMs / 1000)} s.${reason}${options.logFile ? `\n${logTail(options.logFile)}` : ''}`,
      );
    }
    await pause(options.everyMs ?? 50);
  }
}

export async function answersOk(url: string, timeoutMs = 2000): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  await response.arrayBuffer();
  return response.ok;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  identity?: { uid: number; gid: number } | null;
  /** Print the program's output while it runs. */
  inherit?: boolean;
  timeoutMs?: number;
}

export interface RunResult {
  code: number;
  output: string;
}

const underWay = new Set<ChildProcess>();
// A program that is only awaited must not continue when this process ends early.
process.on('exit', () => {
  for (const child of underWay) child.kill('SIGTERM');
});

/** Runs a program to its end. Never throws for a non-zero exit; a missing program gives 127. */
export function runToEnd(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      ...options.identity,
    });
    underWay.add(child);
    child.once('exit', () => underWay.delete(child));
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

export function findOnPath(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    if (folder && existsSync(`${folder}/${program}`)) return `${folder}/${program}`;
  }
  return null;
}
