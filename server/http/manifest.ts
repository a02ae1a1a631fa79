import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { directionOf, type Locale } from '../core/locale.ts';
import { requestLocale } from './client.ts';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Record<string, unknown>;

/** Name and description of the installed app in one language; the file in `public` has the rest. */
function manifestIn(locale: Locale): string {
  return JSON.stringify({
    ...read('public/manifest.webmanifest'),
    lang: locale,
    dir: directionOf(locale),
    description: read(`locales/${locale}/install.json`)['description'],
  });
}

/** Serves the manifest in the language of the page's link, else in the visitor's language. */
export function registerManifest(app: FastifyInstance): void {
  const made = new Map<Locale, string>();
  app.get('/manifest.webmanifest', async (request, reply) => {
    const locale = requestLocale(
      request.query as Record<string, unknown>,
      request.headers.cookie,
      request.headers['accept-language'],
    );
    const manifest = made.get(locale) ?? manifestIn(locale);
    made.set(locale, manifest);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Language, Cookie')
      .send(manifest);
  });
}
