import i18next from 'i18next';
import type { PasskeyDto } from '../../../server/features/security/schema.ts';

export const passkeyName = (passkey: PasskeyDto): string => passkey.name || i18next.t('security:passkeys.unnamed');
