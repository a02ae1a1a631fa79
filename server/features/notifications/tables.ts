import { LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  mails: {
    locale: LOCALE,
    state: "Generated<'bounced' | 'failed' | 'queued' | 'sent'>",
  },
  notices: {
    kind: typeIn('server/features/notifications/schema.ts', 'NoticeKind'),
    roles: `${typeIn('server/context.ts', 'OrgRole')}[] | null`,
  },
  notifications: {
    kind: typeIn('server/features/notifications/schema.ts', 'NoticeKind'),
  },
};
