// Holds the read end of a pipe whose other end only the supervisor has. When the supervisor dies in any way, even by
// kill -9, the pipe closes and this process stops everything it had started.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endInOrder, isAlive } from './process-identity.mjs';

const folder = process.argv[2];

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function readChildren() {
  try {
    const names = readdirSync(join(folder, 'children')).filter((name) => name.endsWith('.json'));
    return names.map((name) => readJson(join(folder, 'children', name))).filter(Boolean);
  } catch {
    return [];
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});
process.stdin.resume();
process.stdin.on('error', () => {});

/** A newer run may take over the record at any time: its children and folder must not be touched. */
function ownRecord() {
  const record = readJson(join(folder, 'supervisor.json'));
  return record && record.watchdogPid === process.pid ? record : null;
}
const orphaned = () => {
  const record = ownRecord();
  return record && !isAlive(record.supervisor) ? record : null;
};

process.stdin.on('close', async () => {
  // A killed process closes its files before it counts as dead; on a busy machine that takes a while.
  for (const last = Date.now() + 30_000; ownRecord() && !orphaned() && Date.now() < last;) await pause(40);
  if (orphaned()) {
    await endInOrder(readChildren());
    const record = orphaned();
    for (const path of record?.removeOnEnd ?? []) rmSync(path, { recursive: true, force: true });
    if (record) rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
});
