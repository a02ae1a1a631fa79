import { loadTexts } from '@/lib/i18n.ts';

/** The log of payment settings with its texts. */
export const loadChangeLog = async () =>
  (await Promise.all([import('@/components/settings/ChangeLog.tsx'), loadTexts('settings-log')]))[0];
