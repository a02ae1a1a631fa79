import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where tests name the points at which the program stops; null, as in production, for none. */
let folder: string | null = null;

/** Called once at the start, with `FAILPOINTS` of the environment. */
export function setFailpoints(path: string | undefined): void {
  folder = path ?? null;
}

const LOOK_MS = 10;

/**
 * A named place between the claim of an act, its call and its confirmation. It does nothing, unless a test has put a file
 * of that name into the folder `FAILPOINTS`: then the first process that comes here renames the file to `<name>.hit`,
 * writes its process id into it and waits until it is deleted. The test ends a process meanwhile. Call it outside of
 * transactions.
 */
export async function failpoint(name: string): Promise<void> {
  if (folder === null) return;
  const armed = join(folder, name);
  const hit = `${armed}.hit`;
  if (!existsSync(armed)) return;
  try {
    renameSync(armed, hit);
  } catch {
    // Another process was first.
    return;
  }
  writeFileSync(hit, String(process.pid));
  while (existsSync(hit)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
