import type { Db } from '../../../../db/client.ts';
import type { OwnAccount } from '../schema.ts';

const plain = (handle: string): string => handle.replace(/^@/u, '').toLowerCase();
const hostsOf = (url: string): string[] =>
  URL.canParse(url) ? [new URL(url).hostname.replace(/^www\./u, '').toLowerCase()] : [];
/** An older address of a YouTube channel does not have the handle that the pages of its videos state. */
const hasHandle = ({ platform, url }: { platform: string; url: string }): boolean =>
  platform !== 'youtube' || !/\/(?:channel|c|user)\//u.test(url);

/** Accounts of a creator: those that are connected, and those of its profile. */
export async function ownAccounts(db: Db, creatorOrg: string): Promise<OwnAccount[]> {
  const connected = await db
    .selectFrom('social_connections')
    .select(['network', 'handle'])
    .where('org_id', '=', creatorOrg)
    .where('state', 'in', ['active', 'consent_needed'])
    .orderBy('id')
    .execute();
  const entered = await db
    .selectFrom('social_accounts')
    .select(['platform', 'handle', 'url'])
    .where('org_id', '=', creatorOrg)
    .where('state', '<>', 'disconnected')
    .orderBy('position')
    .orderBy('id')
    .execute();
  const proven = connected.map(({ network, handle }) => `${network} ${plain(handle)}`);
  return [
    ...connected.map(({ network, handle }) => ({ platform: network, handle: plain(handle), connected: true })),
    ...entered
      .filter(hasHandle)
      .flatMap(({ platform, handle, url }) =>
        (platform === 'blog' ? hostsOf(url) : [plain(handle)]).map((name) => ({
          platform,
          handle: name,
          connected: false,
        })),
      )
      .filter(({ platform, handle }) => !proven.includes(`${platform} ${handle}`)),
  ];
}
