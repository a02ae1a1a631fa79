import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from './failure.ts';
import { runToEnd } from '../stack/launch.ts';
import { projectRoot } from './paths.ts';
import { withThrowawayPostgres } from '../stack/throwaway-postgres.ts';

const target = join(projectRoot, 'db', 'types.ts');

/** The types of columns by `<table>.<column>`. The index is imported late: it may have been written by this process. */
export async function columnTypes(): Promise<Record<string, string>> {
  const { TABLES } = await import('../../server/features/tables.gen.ts');
  return Object.fromEntries(
    Object.values(TABLES).flatMap((tables) =>
      Object.entries(tables).flatMap(([table, columns]) =>
        Object.entries(columns).map(([column, type]) => [`${table}.${column}`, type]),
      ),
    ),
  );
}

/** The text of db/types.ts for the migrations on disk. */
export async function generateTypes(): Promise<string> {
  const settings = JSON.parse(readFileSync(join(projectRoot, '.kysely-codegenrc.json'), 'utf8')) as object;
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-types-'));
  const out = join(folder, 'types.ts');
  try {
    await withThrowawayPostgres(async ({ DATABASE_OWNER_URL }) => {
      const program = join(projectRoot, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js');
      const config = join(folder, 'config.json');
      writeFileSync(config, JSON.stringify({ ...settings, overrides: { columns: await columnTypes() } }));
      const args = [
        program,
        '--config-file',
        config,
        '--dialect',
        'postgres',
        '--url',
        DATABASE_OWNER_URL,
        '--out-file',
        out,
      ];
      const result = await runToEnd(process.execPath, args, { cwd: projectRoot });
      if (result.code !== 0) throw new StartFailure(`kysely-codegen failed:\n${result.output.trim()}`);
    });
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function currentTypes(): string {
  return readFileSync(target, 'utf8');
}

export const typesFile = target;
