import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  money_out_stopped: { fields: ['currencies', 'found'], link: '/admin-dashboard' },
  money_check_warned: { fields: ['found'], link: '/admin-dashboard' },
} as const satisfies Record<string, AccountMailSpec>;
