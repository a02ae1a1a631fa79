import type { Address } from '../../core/addresses.ts';
import type { OrgRole, ServiceContext } from '../../context.ts';
import { insertNotices } from './queries/org-notices.ts';
import type { NoticeData, NoticeKind } from './schema.ts';

export interface Notice {
  orgId: string;
  kind: NoticeKind;
  /** Values of its texts, see `fields` of its kind. */
  data: NoticeData;
  link: Address;
  /** Unique per event, e.g. `work_submitted:<submissionId>`. */
  key: string;
  /** Only members with one of these roles; absent: every member of the org. */
  roles?: readonly OrgRole[];
}

/**
 * Writes a notice for an org, in the caller's transaction. The worker expands it to notifications in the bell and mails
 * in each person's language, once per key.
 */
export const notify = (ctx: ServiceContext, notice: Notice): Promise<void> => notifyAll(ctx, [notice]);

/** The same for several orgs in one statement. */
export async function notifyAll(ctx: ServiceContext, notices: readonly Notice[]): Promise<void> {
  await insertNotices(
    ctx.db,
    notices.map((notice) => ({
      org_id: notice.orgId,
      kind: notice.kind,
      data: JSON.stringify(notice.data),
      link: notice.link,
      roles: notice.roles ? [...notice.roles] : null,
      dedupe_key: `${notice.key}:${notice.orgId}`,
    })),
  );
}
