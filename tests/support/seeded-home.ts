import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from '../../scripts/lib/failure.ts';
import { projectRoot, statePaths } from '../../scripts/lib/paths.ts';
import { runToEnd } from '../../scripts/stack/launch.ts';
import { dataFolderFor } from '../../scripts/stack/postgres-server.ts';

/** Names the folder of the run's seeded instance; `npm test` sets it for its layers. */
export const SEEDED_HOME = 'SEEDED_HOME';

/** An empty folder for a seeded instance, which the database's user can enter. */
export function newSeededHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-seeded-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** True when the demo was loaded there, and all of its state is in that one folder. */
export function holdsScenario(home: string): boolean {
  const { postgres } = statePaths(home);
  return existsSync(join(home, 'seeded.json')) && dataFolderFor(postgres) === postgres;
}

/** Loads the demo into an instance of its own, which is stopped afterwards. */
export async function loadSeededHome(home: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runToEnd(
    process.execPath,
    ['scripts/start.mjs', '--home', home, '--auto-ports', '--load-only'],
    { cwd: projectRoot, env: { ...env, SPONSIO_MODE: 'demo' } },
  );
  if (code !== 0) throw new StartFailure(output);
  requireEnded(home);
}

/** The database removes this file as its last act; one that runs or was killed has left it, and its other files may change. */
function requireEnded(home: string): void {
  if (existsSync(join(statePaths(home).postgres, 'postmaster.pid')))
    throw new StartFailure(`The database in ${home} has not ended in order.`);
}

/** Copies a stopped instance. Owners stay: as root the database runs as another user. */
export async function copyHome(from: string, to: string): Promise<void> {
  requireEnded(from);
  const { code, output } = await runToEnd('cp', [
    '-a',
    ...(process.platform === 'linux' ? ['--reflink=auto'] : []),
    `${from}/.`,
    to,
  ]);
  if (code !== 0) throw new StartFailure(`${from} could not be copied: ${output}`);
}
