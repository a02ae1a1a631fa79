import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFailure } from './failure.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Cache for downloads and builds that every checkout shares. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sponsio');
}

export interface StatePaths {
  home: string;
  secrets: string;
  run: string;
  logs: string;
  postgres: string;
  temporal: string;
  payments: string;
  mailbox: string;
  social: string;
  files: string;
  backups: string;
}

/** An instance writes only below `home`; two homes are two instances. */
export function statePaths(home?: string): StatePaths {
  const root = home ? resolve(home) : join(projectRoot, '.data');
  return {
    home: root,
    secrets: join(root, 'secrets.json'),
    run: join(root, 'run'),
    logs: join(root, 'logs'),
    postgres: join(root, 'postgres'),
    temporal: join(root, 'temporal'),
    payments: join(root, 'payments'),
    mailbox: join(root, 'mailbox'),
    social: join(root, 'social'),
    files: join(root, 'files'),
    backups: join(root, 'backups'),
  };
}

/** Creates the state folder. A folder with other content is refused, because state may be deleted as a whole. */
export function createStateFolders(paths: StatePaths): void {
  if (
    existsSync(paths.home) &&
    !existsSync(paths.secrets) &&
    readdirSync(paths.home).some((name) => !(name in paths))
  ) {
    throw new StartFailure(
      `${paths.home} holds other things and no state of Sponsio. Name an empty or a new folder: --home DIR`,
    );
  }
  mkdirSync(paths.home, { recursive: true });
  // With root the database server runs as another user, who needs access to the path.
  chmodSync(paths.home, 0o711);
  for (const folder of [paths.logs, paths.temporal, paths.payments, paths.mailbox, paths.social, paths.files]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}
