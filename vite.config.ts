import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type Alias, build, defineConfig, type Plugin } from 'vite';
import { filesOfRoute, type Manifest, readRouteSources, routeOfFile } from './scripts/lib/route-files.ts';
import { LOCALES, type Locale } from './server/core/locale.ts';
import { SCREENS } from './src/lib/screens.gen.ts';

const ROUTE_TREE = 'src/route-tree.gen.ts';

/**
 * Writes `routes.json` beside the build: every address that is a page, so that the server can answer 404 to all others;
 * and `pages.json`: the public pages with their title and whether they are built, for heads and the sitemap.
 */
function routesJson(): Plugin {
  return {
    name: 'sponsio:routes-json',
    apply: 'build',
    async generateBundle() {
      const tree = await readFile(ROUTE_TREE, 'utf8');
      const union = /fullPaths:([^\n]*(?:\n\s+\|[^\n]*)*)/u.exec(tree)?.[1] ?? '';
      const built = [...union.matchAll(/'([^']+)'/gu)].flatMap((match) => match[1] ?? []);
      const routes = [...new Set([...built, ...Object.keys(SCREENS)])]
        .filter((path) => path !== '/$' && path !== '')
        .map((path) => (path.length > 1 ? path.replace(/\/$/u, '') : path));
      this.emitFile({
        type: 'asset',
        fileName: 'routes.json',
        source: JSON.stringify([...new Set(routes)].sort(), null, 2),
      });
      const pages = Object.entries(SCREENS).flatMap(([path, { title, access, built: open }]) =>
        access === 'public' ? [{ path, title, built: open }] : [],
      );
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages, null, 2) });
    },
  };
}

/** Styles and fonts of the start page by script, loaded in advance; otherwise the page would be painted twice. */
async function earlyFiles(
  client: string,
): Promise<Record<'latin' | 'cyrillic' | 'arabic', { styles: string[]; fonts: string[] }>> {
  const files = await readdir(`${client}/assets`);
  const some = (pattern: RegExp) => files.filter((file) => pattern.test(file)).map((file) => `assets/${file}`);
  return {
    latin: {
      styles: some(/^public-.*\.css$/u),
      fonts: some(/^(?:piazzolla-latin-opsz|onest-latin-wght)-normal-.*\.woff2$/u),
    },
    cyrillic: {
      styles: some(/^public-.*\.css$/u),
      fonts: some(/^(?:piazzolla-cyrillic-opsz|onest-cyrillic-wght)-normal-.*\.woff2$/u),
    },
    arabic: {
      styles: some(/^(?:public|fonts-arabic|markazi-text)-.*\.css$/u),
      fonts: some(/^(?:markazi-text-arabic-wght-normal|ibm-plex-sans-arabic-arabic-400-normal)-.*\.woff2$/u),
    },
  };
}

/**
 * The scripts of an account page beside those of the shell, by language: named in the HTML, they are all requested at
 * once instead of one after another.
 */
async function accountScripts(client: string): Promise<Record<string, Record<Locale, string[]>>> {
  const manifest = JSON.parse(await readFile(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;
  const named = [
    ...(await readFile(`${client}/index.html`, 'utf8')).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/gu),
  ].map((match) => match[1]);
  const routes = readRouteSources();
  const paths = Object.keys(routes).filter((file) =>
    /^_public\/(?:admin|auth|business-auth|influencer-auth|reset-password|verify-account)\.tsx$/u.test(file),
  );
  return Object.fromEntries(
    paths.map((file) => [
      routeOfFile(file),
      Object.fromEntries(
        LOCALES.map((locale) => [
          locale,
          filesOfRoute(manifest, routes, file, locale).filter((one) => !named.includes(one)),
        ]),
      ) as Record<Locale, string[]>,
    ]),
  );
}

/**
 * Writes `landing.json` beside the build: the start page as HTML in every language, with its styles and fonts; the
 * account pages with their forms, and their scripts. The server puts them into the shell: the start page can be read,
 * and a form filled in, before any script is loaded.
 */
function landingJson(alias: Alias[]): Plugin {
  return {
    name: 'sponsio:landing-json',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async closeBundle() {
      const client = source('/../dist/client');
      const outDir = source('/../dist/prerender');
      await build({
        configFile: false,
        root: source('/..'),
        logLevel: 'warn',
        plugins: [react()],
        resolve: { alias },
        build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, assetsInlineLimit: 0 },
      });
      const { renderLanding, renderAccountPages } = (await import(
        `${pathToFileURL(`${outDir}/prerender.js`).href}?${Date.now()}`
      )) as Record<'renderLanding' | 'renderAccountPages', () => Promise<unknown>>;
      const html = await renderLanding();
      const accounts = { html: await renderAccountPages(), scripts: await accountScripts(client) };
      await writeFile(`${client}/landing.json`, JSON.stringify({ html, early: await earlyFiles(client), accounts }));
    },
  };
}

/**
 * A few chunks instead of a hundred: many small ones compress badly, and each names all the others it needs. A group
 * includes the dependencies of its files, without those of the groups above it.
 */
const CHUNKS = [
  // The first load of every address: React, router, texts, the route tree with its guards.
  {
    name: 'app',
    test: /\/src\/(main\.tsx|router\.tsx|route-tree\.gen\.ts|routes\/[^?]*|lib\/(announcer|isolate-bidi|app-error|brand-name|chunk-reload|connection|covered|early-page|help|i18n|install-offer|intl-tag|lazy|lost-files|random-id|search|server-clock|theme|time-zone|toast-store|form-drafts\/draft-store)\.ts|components\/page\/(HelpLink|LazyToaster|Mark|RootFrame|SkipLink|TopNotice)\.tsx|components\/states\/(LazyRouteStates|ScreenError)\.tsx|ui\/button-styles\.ts)$/u,
    priority: 90,
  },
  // Overlays at the bottom of a page: loaded once the page is shown.
  { name: 'extras', test: /\/src\/(components\/page\/PageExtras\.tsx|lib\/(consent|install)\.ts)$/u, priority: 85 },
  // Shared by public and inner pages: the renderer of icons.
  { name: 'signs', test: /lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|icons\/menu)\.m?js$/u, priority: 82 },
  { name: 'logo', test: /\/src\/components\/page\/(Logo|ConsentLink)\.tsx$/u, priority: 81 },
  { name: 'public', test: /\/src\/components\/page\/PublicShell\.tsx$/u, priority: 80 },
  {
    name: 'data',
    test: /\/src\/(lib\/(trpc|auth|live|public-calls|session-guard)|components\/page\/(DataProvider|use-session-of-other-tabs))\.tsx?$/u,
    priority: 70,
  },
  // Shared by the screens of deals, and not used by the portals.
  {
    name: 'deals',
    test: /\/src\/components\/(money\/(money-states|MoneyStateTag|TurnTag)|time\/Countdown)\.tsx?$/u,
    priority: 57,
  },
  // Used by nearly every screen.
  {
    name: 'kit',
    test: /\/src\/(components\/(page\/PageHeader|states\/(ErrorState|EmptyState|PendingSkeleton|NotFoundState)|money\/MoneyText|time\/DateText|people\/Party|gates\/NextStepLink)|lib\/(format|error-text|cn|toast)|ui\/(button|tag|avatar|skeleton|alert|dialog|sheet|menu-button|tab-styles|input|label|field|select|textarea|checkbox|switch))\.tsx?$/u,
    priority: 60,
  },
  // Codes of refusals: used by screens with and without a form.
  { name: 'kit', test: /\/server\/core\/errors\.ts$/u, priority: 60 },
  { name: 'frame', test: /\/src\/components\/page\/SignedInFrame\.tsx$/u, priority: 55 },
  // Icons that several screens share; without a group they end up in the chunk of the first one.
  {
    name: 'kit',
    test: /lucide-react\/dist\/esm\/icons\/(arrow-left|check|chevron-down|circle-alert|clock-alert|ellipsis|eye|file-text|info|list-filter|plus|search|x)\.(m?js)$/u,
    priority: 60,
  },
  // Whole forms store typed text; the portals use fields only.
  {
    name: 'form',
    test: /\/src\/(components\/form\/(Form|LeaveGuard)\.tsx|lib\/form-drafts\/use-form-draft\.ts)$/u,
    priority: 49,
  },
  { name: 'forms', test: /\/src\/components\/form\/(fields|use-app-form)\.tsx?$/u, priority: 50 },
];

const source = (path: string) => fileURLToPath(new URL(`./src${path}`, import.meta.url));

export default defineConfig(({ mode }) => {
  // The API's port is the one setting the dev server shares with it.
  const api = `http://127.0.0.1:${globalThis.process.env['APP_PORT'] ?? 3000}`;
  const alias: Alias[] = [
    { find: '@', replacement: source('') },
    // The real library is loaded by the first check: `zod/v4`.
    { find: /^zod$/u, replacement: source('/lib/deferred-zod.ts') },
  ];
  return {
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/routes',
        generatedRouteTree: ROUTE_TREE,
        quoteStyle: 'single',
        semicolons: true,
        autoCodeSplitting: true,
        // A route's loader is in the chunk of its screen: only paths, search parsers and guards are in the first load.
        codeSplittingOptions: {
          defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
        },
        addExtensions: true,
      }),
      react(),
      tailwindcss(),
      routesJson(),
      landingJson(alias),
    ],
    resolve: { alias },
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: 'dist/client',
      emptyOutDir: true,
      manifest: true,
      target: 'es2022',
      // Inlined assets would be data: addresses, which the content policy refuses for fonts.
      assetsInlineLimit: 0,
      sourcemap: mode === 'development',
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    server: {
      host: '127.0.0.1',
      port: Number(globalThis.process.env['VITE_PORT'] ?? 5173),
      strictPort: true,
      proxy: { '/api': api, '/webhooks': api, '/files': api },
    },
  };
});
