import { join } from 'node:path';
import { StartFailure } from './failure.ts';
import { runToEnd } from './launch.ts';
import { projectRoot } from './paths.ts';

/**
 * Brings a database to the newest migration in a process of its own, since migrations are found and
 * loaded by file name, which needs the TypeScript loader. Returns the names of those that ran.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const program = join(projectRoot, 'scripts', 'lib', 'migrate-process.ts');
  const result = await runToEnd(process.execPath, ['--import', 'tsx', program], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_OWNER_URL: ownerUrl },
  });
  if (result.code !== 0) throw new StartFailure(`The database could not be migrated:\n${result.output.trim()}`);
  return result.output.split('\n').flatMap((line) => (line.startsWith('applied ') ? [line.slice('applied '.length)] : []));
}
