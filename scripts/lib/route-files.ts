import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from './failure.ts';
import { projectRoot } from './paths.ts';

export interface ManifestChunk {
  file: string;
  src?: string;
  css?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/** Texts that every page loads; a route adds those that its file requests. */
const sharedNamespaces = ['common', 'nav'];
/** Those that the guard of the signed-in screens loads. */
const signedInNamespaces = ['screens'];

/** Parts of a route that showing it needs; pages for its errors may come alone and later. */
const screenSplit = /[=-](component|loader|pendingComponent)\b/;

/** Everything that is loaded together with these chunks, without the parts that are fetched later. */
export function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const queue = [...keys];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    queue.push(...(manifest[key]?.imports ?? []));
  }
  return found;
}

/** `_app.payments.tsx` → `/payments`, `index.tsx` → `/`, `_app/deals.$id.tsx` → `/deals/$id`. */
export function routeOfFile(file: string): string {
  const parts = file
    .replace(/\.tsx$/, '')
    .split(/[/.]/)
    .filter((part) => part !== 'index' && part !== 'route' && !part.startsWith('_') && !/^\(.*\)$/.test(part))
    // A part that ends in "_" is not shown inside the route of that name.
    .map((part) => part.replace(/_$/, ''));
  return `/${parts.join('/')}`;
}

/** Layout files around a route file, outermost first: `_app.x.tsx` and `_app/x.tsx` lie in `_app.tsx`. */
export function layoutsOfFile(file: string, all: readonly string[]): string[] {
  const pieces = file.replace(/\.tsx$/, '').split(/[/.]/);
  const layouts = all.filter((other) => {
    if (other === file) return false;
    const otherPieces = other
      .replace(/\.tsx$/, '')
      .split(/[/.]/)
      .filter((part) => part !== 'route');
    return otherPieces.length < pieces.length && otherPieces.every((part, index) => part === pieces[index]);
  });
  return ['__root.tsx', ...layouts.filter((layout) => layout !== '__root.tsx')];
}

function isRouteFile(name: string): boolean {
  return name.endsWith('.tsx') && !name.startsWith('-') && !name.includes('/-');
}

function namespacesUsed(source: string): string[] {
  const calls = [...source.matchAll(/loadTexts\(([^)]*)\)/g)].map((match) => match[1] ?? '');
  return calls.flatMap((list) => [...list.matchAll(/['"]([\w-]+)['"]/g)].map((match) => match[1] ?? ''));
}

interface RouteFiles {
  code: string[];
  texts: Record<string, string[]>;
}

/** The scripts that showing a route loads, and its texts by language. */
function routeFiles(manifest: Manifest, routeSources: Record<string, string>, file: string): RouteFiles {
  const entry = 'index.html';
  if (!manifest[entry]?.isEntry) throw new StartFailure('The client manifest does not name the app as an entry.');
  const languages = [...new Set(Object.keys(manifest).flatMap((key) => /^locales\/([\w-]+)\//.exec(key)?.[1] ?? []))];
  const around = [...layoutsOfFile(file, Object.keys(routeSources)), file];
  const split = Object.keys(manifest).filter((key) =>
    around.some((one) => key.startsWith(`src/routes/${one}?`) && screenSplit.test(key)),
  );
  const namespaces = [
    ...new Set([
      ...sharedNamespaces,
      ...(around.includes('_app.tsx') ? signedInNamespaces : []),
      ...around.flatMap((one) => namespacesUsed(routeSources[one] ?? '')),
    ]),
  ];
  const scripts = (keys: Iterable<string>): string[] =>
    [...new Set([...keys].map((key) => manifest[key]?.file ?? ''))].filter((name) => name.endsWith('.js'));
  return {
    code: scripts(withImports(manifest, [entry, ...split])),
    // The first texts are part of the language's chunk; where they have their own chunk, that one counts.
    texts: Object.fromEntries(
      languages.map((language) => [
        language,
        scripts([`src/lib/texts/${language}.ts`, ...namespaces.map((name) => `locales/${language}/${name}.json`)]),
      ]),
    ),
  };
}

/** All scripts of a first visit to a route in a language. */
export function filesOfRoute(
  manifest: Manifest,
  routeSources: Record<string, string>,
  file: string,
  language: string,
): string[] {
  const { code, texts } = routeFiles(manifest, routeSources, file);
  return [...code, ...(texts[language] ?? [])];
}

export function readRouteSources(): Record<string, string> {
  const root = join(projectRoot, 'src', 'routes');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isRouteFile);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}
