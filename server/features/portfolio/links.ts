import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';

/** What says that an address leads somewhere else than to a public page; a page that does not answer may still be one. */
const REFUSED = ['url', 'scheme', 'credentials', 'port', 'address', 'redirects'];

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : '';

/** Throws portfolio.link for an address that the guarded fetch refuses to ask. Outside of a transaction. */
export async function requireReachable(ctx: OrgContext, address: string): Promise<void> {
  try {
    await ctx.integrations.fetch(address, { types: ['text/html'], maxBytes: 64 * 1024, timeoutMs: 3_000 });
  } catch (error) {
    if (REFUSED.includes(reasonOf(error))) throw new AppError('portfolio.link', { field: 'link' });
  }
}
