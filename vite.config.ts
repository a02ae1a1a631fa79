import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type Alias, build, defineConfig, type Plugin } from 'vite';
import { compressFiles } from './scripts/lib/compressed-files.ts';
import { countryOutlines } from './scripts/lib/outlines.ts';
import { filesOfRoute, type Manifest, readRouteSources, routeOfFile, withImports } from './scripts/lib/route-files.ts';
import { ROUTE_OPTIONS, ROUTE_TREE } from './scripts/lib/route-tree.ts';
import { LOCALES, type Locale } from './server/core/locale.ts';
import { SCREENS } from './src/lib/screens.gen.ts';

/** The entry of `/`; `index.html` names the one of all other pages. */
const START = 'src/start.tsx';

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

const readManifest = async (client: string): Promise<Manifest> =>
  JSON.parse(await readFile(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;

/** The entry of `/`: its script, the scripts that this one imports, and the styles of all. */
async function startFiles(client: string): Promise<{ script: string; imports: string[]; styles: string[] }> {
  const manifest = await readManifest(client);
  const shell = await readFile(`${client}/index.html`, 'utf8');
  const script = manifest[START]?.file ?? '';
  const chunks = [...withImports(manifest, [START])].flatMap((key) => manifest[key] ?? []);
  return {
    script,
    imports: chunks.map(({ file }) => file).filter((file) => file !== script),
    styles: chunks.flatMap(({ css = [] }) => css).filter((file) => !shell.includes(file)),
  };
}

/** Styles and fonts of the start page by script, loaded in advance; otherwise the page would be painted twice. */
async function earlyFiles(
  client: string,
  styles: readonly string[],
): Promise<Record<'latin' | 'cyrillic' | 'arabic', { styles: string[]; fonts: string[] }>> {
  const files = await readdir(`${client}/assets`);
  const some = (pattern: RegExp) => files.filter((file) => pattern.test(file)).map((file) => `assets/${file}`);
  return {
    latin: {
      styles: [...styles],
      fonts: some(/^(?:piazzolla-latin-opsz|onest-latin-wght)-normal-.*\.woff2$/u),
    },
    cyrillic: {
      styles: [...styles],
      fonts: some(/^(?:piazzolla-cyrillic-opsz|onest-cyrillic-wght)-normal-.*\.woff2$/u),
    },
    arabic: {
      styles: [...styles, ...some(/^(?:fonts-arabic|markazi-text)-.*\.css$/u)],
      fonts: some(/^(?:markazi-text-arabic-wght-normal|ibm-plex-sans-arabic-arabic-400-normal)-.*\.woff2$/u),
    },
  };
}

/**
 * The scripts of an account page beside those of the shell, by address, tab and language: named in the HTML, they are all
 * requested at once instead of one after another.
 */
async function accountScripts(client: string): Promise<Record<string, Record<Locale, string[]>>> {
  const manifest = await readManifest(client);
  const named = [
    ...(await readFile(`${client}/index.html`, 'utf8')).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/gu),
  ].map((match) => match[1]);
  const routes = readRouteSources();
  const paths = Object.keys(routes).filter((file) =>
    /^_public\/(?:admin|auth|business-auth|influencer-auth|reset-password|verify-account)\.tsx$/u.test(file),
  );
  const signUp = [...withImports(manifest, ['src/features/accounts/SignUpForm.tsx'])].flatMap(
    (key) => manifest[key]?.file ?? [],
  );
  const scripts = (file: string, further: readonly string[]) =>
    Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        [...new Set([...filesOfRoute(manifest, routes, file, locale), ...further])].filter(
          (one) => !named.includes(one),
        ),
      ]),
    ) as Record<Locale, string[]>;
  return Object.fromEntries(
    paths.flatMap((file) => [
      [routeOfFile(file), scripts(file, [])],
      ...(routes[file]?.includes('loadSignUp') ? [[`${routeOfFile(file)}?tab=sign-up`, scripts(file, signUp)]] : []),
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
      const { styles, ...start } = await startFiles(client);
      const early = await earlyFiles(client, styles);
      await writeFile(`${client}/landing.json`, JSON.stringify({ html, start, early, accounts }));
    },
  };
}

/** The scripts, styles and outlines once more compressed; the server would otherwise do it for each visitor. */
function compressedFiles(): Plugin {
  return {
    name: 'sponsio:compressed-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    closeBundle: () => compressFiles(['assets', 'outlines'].map((folder) => source(`/../dist/client/${folder}`))),
  };
}

/** The server sends `/` with its own entry; here the dev server does. */
function startEntry(): Plugin {
  return {
    name: 'sponsio:start-entry',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { originalUrl }) =>
        originalUrl?.split('?')[0] === '/' ? html.replace('/src/main.tsx', `/${START}`) : html,
    },
  };
}

/** The outline of each country as a file of its own, `outlines/FR.json`: a map loads those that it shows. */
function outlineFiles(): Plugin {
  return {
    name: 'sponsio:outlines',
    generateBundle() {
      for (const [code, source] of countryOutlines())
        this.emitFile({ type: 'asset', fileName: `outlines/${code}.json`, source });
    },
    configureServer({ middlewares }) {
      const outlines = countryOutlines();
      middlewares.use('/outlines', (request, response, next) => {
        const outline = outlines.get(/^\/([A-Z]+)\.json$/u.exec(request.url ?? '')?.[1] ?? '');
        if (outline === undefined) return next();
        response.setHeader('content-type', 'application/json').end(outline);
      });
    },
  };
}

/** Whether a module is one of these files below `src`; a file that is not there any more is an error. */
function oneOf(...names: string[]): (id: string) => boolean {
  const files = new Set(names.map((name) => source(`/${name}`)));
  const lost = [...files].filter((file) => !existsSync(file));
  if (lost.length > 0) throw new Error(`vite.config.ts names files that do not exist: ${lost.join(', ')}`);
  return (id) => files.has(id.split('?')[0] ?? id);
}

const ofPackages = (pattern: RegExp, own: (id: string) => boolean) => (id: string) => pattern.test(id) || own(id);

/**
 * What many pages load together is one chunk, with all that it imports: a hundred small ones would each name those that
 * they import and compress badly. React changes less often than the program; `public` is on every page, `pages` on every
 * page but `/`, `app` on every signed-in one.
 */
const chunks = () => [
  {
    name: 'react',
    test: /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)\//u,
    priority: 5,
  },
  {
    name: 'public',
    test: ofPackages(
      // On the start page too, which would load all of `app` for it.
      /\/lucide-react\/dist\/esm\/icons\/search\.m?js$/u,
      oneOf(
        'components/money/MoneyText.tsx',
        'components/money/money-states.ts',
        'components/page/ConsentBanner.tsx',
        'components/page/PageExtras.tsx',
        'components/page/PageFrame.tsx',
        'components/page/PublicShell.tsx',
        'components/people/Party.tsx',
        'components/states/FailedScreen.tsx',
        'lib/capabilities.ts',
        'lib/early-page.ts',
        'lib/format.ts',
        'lib/service-workers.ts',
        'lib/theme.ts',
      ),
    ),
    priority: 4,
  },
  {
    name: 'pages',
    test: ofPackages(
      /\/node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\/|\/server\/core\/wire\.ts$/u,
      oneOf(
        'components/page/heading-focus.ts',
        'components/page/use-session-of-other-tabs.ts',
        'components/states/NotFoundState.tsx',
        'components/states/PendingSkeleton.tsx',
        'lib/auth-calls.ts',
        'lib/error-text.ts',
        'lib/search.ts',
        'lib/server-clock.ts',
        'lib/toast.ts',
        'ui/alert.tsx',
        'ui/button.tsx',
        'ui/field.tsx',
        'ui/input.tsx',
        'ui/tab-styles.ts',
        'ui/tag.tsx',
      ),
    ),
    priority: 3,
  },
  // Each would be a request of its own for some 200 bytes.
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//u, minShareCount: 10, priority: 2 },
  {
    name: 'app',
    test: ofPackages(
      /\/node_modules\/(@tanstack\/(react-query|query-core)|@trpc\/[a-z-]+)\//u,
      oneOf(
        'components/agreements/TermsHost.tsx',
        'components/gates/NextStepLink.tsx',
        'components/page/Pages.tsx',
        'components/page/SignedInFrame.tsx',
        'components/security/SessionEndHost.tsx',
        'components/security/StepUpHost.tsx',
        'components/states/EmptyState.tsx',
        'components/states/ErrorState.tsx',
        'features/accounts/VerifyNotice.tsx',
        'features/notifications/NotificationBell.tsx',
        'lib/count.ts',
        'lib/live.ts',
        'lib/permitted.ts',
        'lib/screen-title.ts',
        'lib/screens.ts',
        'lib/trpc.ts',
        'ui/dialog.tsx',
        'ui/sheet.tsx',
      ),
    ),
    priority: 1,
  },
];

const source = (path: string) => fileURLToPath(new URL(`./src${path}`, import.meta.url));

export default defineConfig(({ mode }) => {
  // The API's port is the one setting the dev server shares with it.
  const api = `http://127.0.0.1:${globalThis.process.env['APP_PORT'] ?? 3000}`;
  const alias: Alias[] = [{ find: '@', replacement: source('') }];
  return {
    plugins: [
      tanstackRouter({
        ...ROUTE_OPTIONS,
        // A route's loader is in the chunk of its screen: only paths, search parsers and guards are in the first load.
        codeSplittingOptions: {
          defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
        },
      }),
      react(),
      tailwindcss(),
      routesJson(),
      outlineFiles(),
      startEntry(),
      landingJson(alias),
      compressedFiles(),
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
      // The list of what each part of the program imports would be 6 KB of every first load. The server names the files
      // of a first load in its page, and those of the next one are fetched at the first sign of a press.
      modulePreload: {
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      rolldownOptions: { input: ['index.html', START], output: { codeSplitting: { groups: chunks() } } },
    },
    server: {
      host: '127.0.0.1',
      port: Number(globalThis.process.env['VITE_PORT'] ?? 5173),
      strictPort: true,
      proxy: { '/api': api, '/webhooks': api, '/files': api },
    },
  };
});
