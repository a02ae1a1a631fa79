import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { projectRoot } from './paths.ts';

/** What the processes import: of `src` the texts and routes that the server reads too. */
const SOURCES = ['db', 'scripts', 'server', 'src/lib', 'workflows'];
const folder = join(projectRoot, 'dist', 'entries');
/** Builds of older sources. */
const KEPT_MS = 24 * 3_600_000;

/** A value that changes whenever a source, or a package, changes. */
function sourceKey(): string {
  const hash = createHash('sha256').update(readFileSync(join(projectRoot, 'package-lock.json')));
  for (const source of SOURCES) {
    const files = readdirSync(join(projectRoot, source), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(?:ts|tsx|json)$/u.test(name)).sort())
      hash
        .update(`${source}/${file}\0`)
        .update(readFileSync(join(projectRoot, source, file)))
        .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** Files beside a source are found from the built program too. */
const placesOfSources: Plugin = {
  name: 'sponsio:places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0]!;
    if (!file.startsWith(projectRoot) || file.includes('/node_modules/') || !code.includes('import.meta.')) return null;
    const places: Record<string, string> = { url: pathToFileURL(file).href, filename: file, dirname: dirname(file) };
    return code.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/gu, (_, name: string) =>
      JSON.stringify(places[name]),
    );
  },
};

/**
 * The folder with one program for each entry point, for tests that start processes many times: loading a thousand source
 * files takes most of a start. Packages stay outside.
 */
export async function buildEntries(entries: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, sourceKey());
  if (existsSync(path)) return path;
  const written = `${path}.${process.pid}`;
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    plugins: [placesOfSources],
    resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
    build: {
      ssr: true,
      target: 'node20',
      outDir: written,
      emptyOutDir: true,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(projectRoot, file)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', keepNames: true },
      },
    },
  });
  mkdirSync(folder, { recursive: true });
  // Runs side by side may each build it; a reader sees the whole folder.
  if (existsSync(path)) rmSync(written, { recursive: true });
  else renameSync(written, path);
  for (const name of readdirSync(folder))
    if (Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > KEPT_MS)
      rmSync(join(folder, name), { recursive: true, force: true });
  return path;
}
