import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { addToBundles, insertMails, recentlyMailed, type Bundle } from './queries/mails.ts';
import {
  claimNotices,
  markExpanded,
  membersOf,
  silenced,
  type OpenNotice,
  type Recipient,
} from './queries/org-notices.ts';
import { insertNotifications } from './queries/notifications.ts';
import { linkInOrg } from '../../core/addresses.ts';
import { reaches } from './rules.ts';
import { BUNDLED, isBundled } from './schema.ts';

const BATCH = 50;
const BUNDLE_MS = 3_600_000;

interface Copy {
  notice: OpenNotice;
  reader: Recipient;
  key: string;
  id: string;
}

function readersOf(notice: OpenNotice, members: readonly Recipient[]): Recipient[] {
  return members.filter((m) => m.org_id === notice.org_id && (notice.roles === null || notice.roles.includes(m.role)));
}

/**
 * Turns notices addressed to orgs into one notification and one queued mail per person who has them switched on, in one
 * transaction, so that a notice is expanded whole or not at all; the keys make a repeat harmless. True: there may be
 * more.
 */
export async function expandNotices(ctx: SystemContext): Promise<boolean> {
  return withTx(ctx, async (tx) => {
    const notices = await claimNotices(tx.db, { limit: BATCH });
    if (notices.length === 0) return false;
    const now = tx.clock.now();
    const members = await membersOf(tx.db, { orgIds: [...new Set(notices.map((n) => n.org_id))] });
    const silent = await silenced(tx.db, {
      userIds: members.map((m) => m.user_id),
      conversationIds: notices.flatMap(({ data }) => (data['conversationId'] ? [String(data['conversationId'])] : [])),
    });
    const reaching = (notice: OpenNotice, reader: Recipient) =>
      !silent.has(`${reader.user_id} ${notice.data['conversationId']}`);
    const readers = (notice: OpenNotice) => readersOf(notice, members).filter((reader) => reaching(notice, reader));
    const copies = notices.flatMap((notice) =>
      readers(notice).map((reader) => ({
        notice,
        reader,
        key: `${notice.dedupe_key}:${reader.user_id}`,
        id: newId(now.getTime()),
      })),
    );
    const shown = copies.filter(({ notice, reader }) => reaches(reader.notices_off, notice.kind, 'app'));
    await insertNotifications(
      tx.db,
      shown.map(({ notice, reader, key, id }) => ({
        id,
        user_id: reader.user_id,
        org_id: notice.org_id,
        kind: notice.kind,
        data: JSON.stringify(notice.data),
        link: notice.link,
        dedupe_key: key,
        created_at: notice.created_at,
      })),
    );
    const wanted = copies.filter(({ notice, reader }) => reaches(reader.notices_off, notice.kind, 'mail'));
    const { mailed, bundles } = await bundled(tx, wanted, now);
    await addToBundles(tx.db, bundles);
    await insertMails(
      tx.db,
      mailed.map(({ notice, reader, key, id }) => ({
        id,
        op_id: key,
        to_address: reader.email,
        user_id: reader.user_id,
        template: notice.kind,
        locale: reader.locale,
        data: JSON.stringify({
          ...notice.data,
          link: reader.orgs > 1 ? linkInOrg(notice.link, notice.org_id) : notice.link,
        }),
        created_at: now,
        available_at: now,
      })),
    );
    await markExpanded(tx.db, { ids: notices.map((n) => n.id), at: now });
    return notices.length === BATCH;
  });
}

/**
 * Of bundled kinds, the first mail per reader and hour is sent at once; the others are bundled at the end of the hour.
 */
async function bundled(
  tx: SystemContext,
  copies: readonly Copy[],
  now: Date,
): Promise<{ mailed: Copy[]; bundles: Bundle[] }> {
  const crowd = copies.filter(({ notice }) => isBundled(notice.kind));
  const had = await recentlyMailed(tx.db, {
    userIds: [...new Set(crowd.map(({ reader }) => reader.user_id))],
    kinds: Object.keys(BUNDLED),
    since: new Date(now.getTime() - BUNDLE_MS),
  });
  const due = new Date(Math.floor(now.getTime() / BUNDLE_MS) * BUNDLE_MS + BUNDLE_MS);
  const mailed: Copy[] = [];
  const bundles = new Map<string, Bundle>();
  for (const copy of copies) {
    const { notice, reader } = copy;
    const key = `${reader.user_id} ${notice.kind}`;
    if (!isBundled(notice.kind) || !had.has(key)) {
      had.add(key);
      mailed.push(copy);
      continue;
    }
    const open = bundles.get(key) ?? { id: newId(now.getTime()), reader, kind: notice.kind, count: 0, at: now, due };
    bundles.set(key, { ...open, count: open.count + 1 });
  }
  return { mailed, bundles: [...bundles.values()] };
}
