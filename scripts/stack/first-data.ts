import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restore } from '../lib/backup.ts';
import { StartFailure } from '../lib/failure.ts';
import { projectRoot } from '../lib/paths.ts';
import { step } from '../lib/progress.ts';
import { runToEnd } from './launch.ts';
import type { DatabaseUrls } from './postgres-roles.ts';
import { usesOwnStripe } from './stack-env.ts';
import type { StackOptions } from './stack-options.ts';

/** A restored installation has its own data: neither a scenario nor a float is added to it, now or later. */
export async function restoreOnce(options: StackOptions, databases: DatabaseUrls): Promise<boolean> {
  const marker = join(options.paths.home, 'restored.json');
  const folder = options.restore;
  if (!folder) return existsSync(marker);
  await step('Restore', async (note) => {
    const { tables, takenAt } = await restore(databases.DATABASE_OWNER_URL, resolve(folder));
    writeFileSync(marker, JSON.stringify({ folder, takenAt, at: new Date().toISOString() }));
    note(`${tables.reduce((sum, one) => sum + one.rows, 0)} rows of ${takenAt}`);
  });
  return true;
}

/** The scenario that an empty installation begins with. */
export async function seedOnce(options: StackOptions, env: Record<string, string>): Promise<string | null> {
  const marker = join(options.paths.home, 'seeded.json');
  if (existsSync(marker)) return (JSON.parse(readFileSync(marker, 'utf8')) as { scenario: string }).scenario;
  if (!options.seed || options.mode === 'production') return null;
  if (usesOwnStripe(options.given)) {
    await step('Demo', async (note) => note('left out: it is played against the payment sandbox'));
    return null;
  }
  const scenario = options.seed;
  return step('Demo', async (note) => {
    const begun = new Date();
    const result = await runToEnd(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'scripts', 'db.ts'), 'seed', scenario],
      { cwd: projectRoot, env },
    );
    if (result.code !== 0) {
      throw new StartFailure(
        `The scenario "${scenario}" could not be loaded:\n${result.output.trim().split('\n').slice(-25).join('\n')}\nBegin anew with --fresh, or start without it: --fresh --no-seed`,
      );
    }
    writeFileSync(marker, JSON.stringify({ scenario, at: begun.toISOString() }));
    // How long each part took, which the scenario prints last.
    note([`scenario "${scenario}" loaded`, result.output.trim().split('\n').at(-1)].filter(Boolean).join(': '));
    return scenario;
  });
}

/** An empty instance beside the payment sandbox gets the platform's float there, once; a scenario has its own. */
export async function floatOnce(options: StackOptions, env: Record<string, string>): Promise<void> {
  const marker = join(options.paths.home, 'float.json');
  if (existsSync(marker) || usesOwnStripe(options.given) || options.mode === 'production') return;
  await step('Float', async (note) => {
    const result = await runToEnd(process.execPath, ['--import', 'tsx', join(projectRoot, 'scripts', 'float.ts')], {
      cwd: projectRoot,
      env,
    });
    if (result.code !== 0)
      throw new StartFailure(
        `The platform's float could not be topped up:\n${result.output.trim().split('\n').slice(-15).join('\n')}`,
      );
    writeFileSync(marker, JSON.stringify({ at: new Date().toISOString() }));
    note("the platform's own money at the sandbox");
  });
}
