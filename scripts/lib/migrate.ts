import { join } from 'node:path';
import { StartFailure } from './failure.ts';
import { runToEnd } from '../stack/launch.ts';
import { projectRoot } from './paths.ts';

/**
 * Brings a database to the newest migration in a process of its own, since migrations are found and
 * loaded by file name, which needs the TypeScript loader. Returns the names of those that ran.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const program = join(projectRoot, 'scripts', 'stack', 'migrate-process.ts');
  const result = await runToEnd(process.execPath, ['--import', 'tsx', program], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_OWNER_URL: ownerUrl },
  });
  if (result.code !== 0) throw new StartFailure(whyNotMigrated(result.output));
  return result.output
    .split('\n')
    .flatMap((line) => (line.startsWith('applied ') ? [line.slice('applied '.length)] : []));
}

/**
 * The message for the terminal: a short text for a database of another version of the code, the printed error
 * otherwise.
 */
export function whyNotMigrated(output: string): string {
  const refused = /^refused: ([^]*)$/mu.exec(output)?.[1];
  if (refused) return refused.trim();
  const other = /^Error: corrupted migrations: (.*?)(?: New migrations must .*)?$/mu.exec(output)?.[1];
  if (other)
    return `This database was made by another state of the code (${other})\nUse the version that made it, or begin anew: npm start -- --fresh`;
  return `The database could not be migrated:\n${output.trim()}`;
}
