import type * as z from 'zod';
import { withTxAs, type ServiceContext } from '../../context.ts';
import { countAddress } from '../accounts/address-limit.ts';
import { placeById, placeName } from '../places/gazetteer.ts';
import { countFilters } from './filters/rules.ts';
import type { Filters } from './filters/schema.ts';
import { parseQuery } from './grammar/parse.ts';
import { previewRows, type PreviewRow } from './queries/creators.ts';
import { countOf, pageOf } from './queries/search.ts';
import { roundedFollowers, roundedRate } from './rules.ts';
import type { Preview, PreviewCreator, previewInput } from './schema.ts';
import { requireSentence } from './sentence.ts';
import { preparedFor, resultCount } from './service.ts';

const SHOWN = 3;
/** No org has it: what depends on the searching org excludes nothing. */
const NO_ORG = '00000000-0000-0000-0000-000000000000';

/** The account that meets the filters, else the largest; figures are rounded so that they identify no one. */
function accountOf(row: PreviewRow, { platforms, followers, engagementBps }: Filters): PreviewCreator['account'] {
  const own = (['instagram', 'tiktok', 'youtube'] as const).flatMap((platform) => {
    const count = row[`${platform}_followers`];
    return count === null ? [] : [{ platform, followers: count, engagementBps: row[`${platform}_engagement`] }];
  });
  const meets = own.find(
    (one) =>
      (!platforms?.length || platforms.includes(one.platform)) &&
      one.followers >= (followers?.min ?? 0) &&
      one.followers <= (followers?.max ?? Infinity) &&
      (engagementBps?.min === undefined || (one.engagementBps ?? -1) >= engagementBps.min),
  );
  const shown = meets ?? own.toSorted((a, b) => b.followers - a.followers)[0];
  return shown
    ? {
        platform: shown.platform,
        followers: roundedFollowers(shown.followers),
        engagementBps: shown.engagementBps === null ? null : roundedRate(shown.engagementBps),
      }
    : null;
}

/**
 * What a question of the start page finds: how many creators, and three of them without name, handle, picture or exact
 * figures. Throws discovery.too_long, discovery.no_words, rate.limited above 30 an hour from one network address.
 */
export async function previewSearch(
  ctx: ServiceContext,
  { text, language }: z.output<typeof previewInput>,
  ip: string,
): Promise<Preview> {
  requireSentence(text);
  await countAddress(ctx, 'preview', ip);
  const { hideContacted: _own, sort: _order, ...filters } = parseQuery(text, { language }).filters;
  if (countFilters(filters) === 0) return { total: null, creators: [] };
  return withTxAs(ctx, { kind: 'anonymous' }, async (tx) => {
    const { search } = await preparedFor(tx, filters, NO_ORG);
    const page = await pageOf(tx.db, search, { order: 'recent', after: null, limit: SHOWN });
    const rows = await previewRows(
      tx.db,
      page.slice(0, SHOWN).map((row) => row.org_id),
    );
    return {
      total: resultCount(await countOf(tx.db, search)),
      creators: rows.map((row) => {
        const place = row.place_id === null ? null : placeById(row.place_id);
        return {
          account: accountOf(row, filters),
          niches: row.niches,
          city: place ? placeName(place.id, language) : null,
          country: row.country,
        };
      }),
    };
  });
}
