import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { directionOf, type Locale } from '../core/locale.ts';
import { requestLocale } from './client.ts';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Record<string, unknown>;

/** What `install as an app` is called and says about itself, in one language; the file in `public` has the rest. */
function manifestIn(locale: Locale): string {
  return JSON.stringify({
    ...read('public/manifest.webmanifest'),
    lang: locale,
    dir: directionOf(locale),
    description: read(`locales/${locale}/install.json`)['description'],
  });
}

/** Answers the manifest in the language that the page names, else in the one the visitor reads. */
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
