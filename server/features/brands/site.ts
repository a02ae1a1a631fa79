import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { pageText } from '../../core/page-encoding.ts';
import { requireRight } from '../../guards.ts';
import type { Fetched, FetchRefusal, FetchRefused } from '../../integrations/fetch/guarded.ts';
import { countUserCall } from '../accounts/address-limit.ts';
import { typeOf } from '../content/media.ts';
import { checkPicture, isPicture, redrawPicture } from '../content/pictures.ts';
import { PICTURE_LIMITS, type PictureKind } from './rules.ts';
import type { FoundPicture, readSiteInput, SiteFindings } from './schema.ts';
import { readPage } from './site/rules.ts';

const READS_AN_HOUR = 20;
const PAGE = { types: ['text/html', 'application/xhtml+xml'], maxBytes: 2 << 20, timeoutMs: 8_000 } as const;
const PICTURE = { types: ['image/*'], maxBytes: 8 << 20, timeoutMs: 6_000 } as const;

const CODE_OF: Readonly<Record<FetchRefusal, ErrorCode>> = {
  url: 'brand.site_address',
  scheme: 'brand.site_address',
  credentials: 'brand.site_address',
  port: 'brand.site_address',
  address: 'brand.site_private',
  redirects: 'brand.site_unreachable',
  headers: 'brand.site_unreachable',
  encoding: 'brand.site_unreachable',
  unreachable: 'brand.site_unreachable',
  type: 'brand.site_not_html',
  size: 'brand.site_too_large',
  timeout: 'brand.site_timeout',
};

const refusedBy = (error: unknown): FetchRefused | null =>
  error instanceof Error && error.name === 'FetchRefused' ? (error as FetchRefused) : null;

async function fetchPage(ctx: OrgContext, website: string): Promise<Fetched> {
  let page: Fetched;
  try {
    page = await ctx.integrations.fetch(website, PAGE);
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    throw new AppError(CODE_OF[refused.reason], { field: 'website' });
  }
  if (page.status < 200 || page.status >= 300)
    throw new AppError('brand.site_status', { field: 'website', status: page.status });
  return page;
}

/** A picture of the site, redrawn as an upload would be; with the reason where it cannot be taken. */
async function fetchPicture(ctx: OrgContext, source: string | null, kind: PictureKind): Promise<FoundPicture | null> {
  if (source === null) return null;
  const refused = (problem: ErrorCode): FoundPicture => ({ source, data: null, problem });
  try {
    const { status, body } = await ctx.integrations.fetch(source, PICTURE);
    if (status < 200 || status >= 300) return refused('brand.site_unreachable');
    const mime = await typeOf(body);
    if (mime === null || !isPicture(mime)) return refused('file.type');
    const size = await checkPicture(mime, async () => body);
    if (typeof size === 'string') return refused(size);
    const { minSide, maxSide, maxBytes } = PICTURE_LIMITS[kind];
    if (Math.min(size.width, size.height) < minSide) return refused('brand.picture_small');
    const drawn = await redrawPicture(body, { maxSide, square: kind === 'logo' });
    if (drawn.length > maxBytes) return refused('file.too_large');
    return { source, data: `data:image/webp;base64,${drawn.toString('base64')}`, problem: null };
  } catch (error) {
    const why = refusedBy(error);
    if (why) return refused(CODE_OF[why.reason] === 'brand.site_not_html' ? 'file.type' : CODE_OF[why.reason]);
    throw error;
  }
}

/**
 * Reads what the brand's own site says, for the brand to choose from; stores nothing. Throws brand.site_address,
 * brand.site_private, brand.site_unreachable, brand.site_status, brand.site_not_html, brand.site_too_large,
 * brand.site_timeout, each at the field `website`, and rate.limited.
 */
export async function readOwnSite(ctx: OrgContext, input: z.output<typeof readSiteInput>): Promise<SiteFindings> {
  requireRight(ctx, 'profile.edit');
  if (!(await countUserCall(ctx, 'brand_site', ctx.actor.userId, READS_AN_HOUR)))
    throw new AppError('rate.limited', { field: 'website' });
  const page = await fetchPage(ctx, input.website.includes('://') ? input.website : `https://${input.website}`);
  const { icon, picture, ...facts } = readPage(pageText(page.body, page.charset), page.url);
  const logo = await fetchPicture(ctx, icon, 'logo');
  const cover = await fetchPicture(ctx, picture, 'cover');
  return { url: page.url, ...facts, logo, cover };
}
