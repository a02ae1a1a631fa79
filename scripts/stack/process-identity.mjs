import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Plain JavaScript because the watchdog runs it without a loader.

/**
 * A value that differs between two processes which happened to get the same pid, or null when no such process is alive.
 * Never signal a recorded pid without this check: it may belong to another program.
 */
export function processStartMark(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command name may hold spaces and brackets; fields are counted from the last bracket.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : `${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started === '' ? null : started;
  } catch {
    return null;
  }
}

/** True only when the recorded process is still running. */
export function isAlive(recorded) {
  return recorded != null && processStartMark(recorded.pid) === recorded.startMark;
}

export function identify(pid) {
  return { pid, startMark: processStartMark(pid) ?? 'gone' };
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended between the check and the signal.
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends SIGTERM to a recorded process, waits, then SIGKILL. Resolves true when it has ended. */
export async function endProcess(recorded, { stopSignal = 'SIGTERM', graceMs = 6000 } = {}) {
  if (!isAlive(recorded)) return true;
  signal(recorded.pid, stopSignal);
  const deadline = Date.now() + graceMs;
  while (Date.now() < deadline) {
    await pause(40);
    if (!isAlive(recorded)) return true;
  }
  signal(recorded.pid, 'SIGKILL');
  for (let i = 0; i < 50; i += 1) {
    await pause(40);
    if (!isAlive(recorded)) return true;
  }
  return false;
}

/** Ends children stage by stage, the highest `stage` (the last started) first. */
export async function endInOrder(children) {
  const stages = [...new Set(children.map((child) => child.stage))].sort((a, b) => b - a);
  for (const stage of stages) {
    await Promise.all(children.filter((child) => child.stage === stage).map((child) => endProcess(child, child)));
  }
}
