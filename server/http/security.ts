import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { trustedOrigins } from '../core/origins.ts';
import type { Env } from '../env.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cspNonce: string;
  }
}

/**
 * Scripts by nonce and strict-dynamic; inline style attributes only (radix and charts set them), nothing else inline.
 * Trusted Types refuse text as markup or as a script's address; the only policy is the start page's, for a single
 * script.
 */
function contentSecurityPolicy(nonce: string, paymentPage: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self' ${paymentPage}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types app-script`,
  ].join('; ');
}

/** Makes the nonce of an answer and sets the headers that every answer carries. */
export function securityHeaders(env: Env): (request: FastifyRequest, reply: FastifyReply) => void {
  const secure = env.APP_URL.startsWith('https:');
  const paymentPage = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE).origin : 'https://checkout.stripe.com';
  return (request, reply) => {
    request.cspNonce = randomBytes(16).toString('base64');
    void reply.headers({
      'content-security-policy': contentSecurityPolicy(request.cspNonce, paymentPage),
      // Cacheable answers set their own header. All others must not be shown to the next user of the browser.
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'x-request-id': request.id,
      ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    });
  };
}

/** Security headers on every answer, and the Origin check on every write that carries a cookie. */
export function registerSecurity(app: FastifyInstance, env: Env): void {
  const origins = new Set(trustedOrigins(env.APP_URL));
  const setHeaders = securityHeaders(env);
  app.decorateRequest('cspNonce', '');
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply);
    const write = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    // Decided by the route, not by the spelling of the address: `/%61pi/` is the same route. Webhooks carry no cookie.
    if (write && !request.routeOptions.url?.startsWith('/webhooks/')) {
      const { origin } = request.headers;
      const site = request.headers['sec-fetch-site'];
      // A browser sends an Origin with every write; a client without one is no page.
      if (origin === undefined && site === undefined && request.routeOptions.config.publicCall) return;
      if (!origin || !origins.has(origin) || (site !== undefined && site !== 'same-origin'))
        throw new AppError('request.origin');
    }
  });
}
