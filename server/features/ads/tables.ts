import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

const PLATFORM = typeIn('server/features/terms/schema.ts', 'Platform');
const FORMAT = typeIn('server/features/terms/schema.ts', 'Format');

export const TABLES: TableTypes = {
  ad_alerts: { currency: `${CURRENCY} | null`, format: `${FORMAT} | null` },
  ad_hides: { reason: typeIn('server/features/ads/schema.ts', 'HideReason') },
  ad_photos: { mime: typeIn('server/features/ads/schema.ts', 'PhotoMime') },
  ad_replies: { currency: CURRENCY, state: typeIn('server/features/ads/rules.ts', 'AdReplyState') },
  ad_saves: {},
  ad_views: {},
  ads: {
    currency: `Generated<${CURRENCY}>`,
    days: `Generated<${typeIn('server/features/ads/rules.ts', 'AdDays')}>`,
    kind: typeIn('server/features/ads/schema.ts', 'AdKind'),
    state: typeIn('server/features/ads/rules.ts', 'AdState'),
    platform: `${PLATFORM} | null`,
    format: `${FORMAT} | null`,
  },
};
