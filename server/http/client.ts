import { promises as fs } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { directionOf, FALLBACK_LOCALE, matchLocale, type Locale } from '../core/locale.ts';

function cookie(header: string | undefined, name: string): string | null {
  return header?.split(/;\s*/).find((p) => p.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** Explicit `?lang=`, then the `lang` cookie that mirrors local storage, then the browser's wish, then English. */
export function requestLocale(query: Record<string, unknown>, cookieHeader: string | undefined, acceptLanguage: string | undefined): Locale {
  const asked = typeof query['lang'] === 'string' ? matchLocale(query['lang']) : null;
  if (asked) return asked;
  const kept = matchLocale(cookie(cookieHeader, 'lang'));
  if (kept) return kept;
  for (const part of (acceptLanguage ?? '').split(',')) {
    const found = matchLocale(part.split(';')[0]?.trim());
    if (found) return found;
  }
  return FALLBACK_LOCALE;
}

/** Turns "/creator/$handle" into a matcher for one path. */
function matcher(pattern: string): RegExp {
  const source = pattern.split('/').map((s) => (s.startsWith('$') ? '[^/]+' : s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('/');
  return new RegExp(`^${source}/?$`);
}

interface Build {
  shell: string;
  /** Null while the build names no routes: every path is then taken for one of the client's. */
  routes: RegExp[] | null;
}

/** Reads the built shell, again whenever a new build has replaced it, so that pages never name assets that are gone. */
function buildReader(root: string): () => Promise<Build | null> {
  const file = path.join(root, 'index.html');
  let seen: { at: number; build: Build } | null = null;
  return async () => {
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) return null;
    if (seen?.at === stat.mtimeMs) return seen.build;
    const [shell, routes] = await Promise.all([
      fs.readFile(file, 'utf8'),
      fs.readFile(path.join(root, 'routes.json'), 'utf8').then((text) => (JSON.parse(text) as string[]).map(matcher)).catch(() => null),
    ]);
    seen = { at: stat.mtimeMs, build: { shell, routes } };
    return seen.build;
  };
}

/**
 * The built client: hashed assets for a year, and one HTML shell per answer with this answer's nonce, language and
 * direction. An address that is no route of the client answers 404 with the same shell, which shows the 404 page.
 */
export async function registerClient(app: FastifyInstance, clientDir: string, publicKey: string): Promise<void> {
  const root = path.resolve(clientDir);
  const build = buildReader(root);
  await app.register(fastifyStatic, {
    root,
    index: false,
    // The shell is a page's, with its nonce; what begins with a dot is the build's own.
    allowedPath: (pathname) => pathname !== '/' && pathname !== '/index.html' && !pathname.includes('/.'),
    setHeaders(reply, file) {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    if (!['GET', 'HEAD'].includes(request.method) || /^\/(api|webhooks|files|assets)\//.test(pathname)) {
      return reply.code(404).send({ error: 'not_found', requestId: request.id });
    }
    const built = await build();
    if (!built) return reply.code(503).type('text/plain').send('The client is not built: run `npm start`, or `npm run dev` for hot reload.');
    const locale = requestLocale(request.query as Record<string, unknown>, request.headers.cookie, request.headers['accept-language']);
    const html = built.shell
      .replaceAll('__CSP_NONCE__', request.cspNonce)
      .replaceAll('__PUBLIC_KEY__', publicKey)
      .replace(/<html[^>]*>/, `<html lang="${locale}" dir="${directionOf(locale)}">`);
    const known = built.routes === null || built.routes.some((r) => r.test(pathname));
    return reply.code(known ? 200 : 404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'Accept-Language, Cookie').send(html);
  });
}
