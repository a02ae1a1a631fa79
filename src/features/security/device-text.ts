import { useTranslation } from 'react-i18next';
import type { Device } from '../../../server/features/security/rules.ts';

/** "Firefox · Windows"; product names are not translated. */
export function useDeviceText(): (device: Device) => string {
  const { t } = useTranslation('security');
  return ({ browser, system }) => [browser, system].filter(Boolean).join(' · ') || t('sessions.unknown');
}
