import { useTranslation } from 'react-i18next';
import type { SignInEntry } from '../../../server/features/security/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useDeviceText } from '@/features/security/device-text.ts';
import { Tag } from '@/ui/tag.tsx';

/** The last successful sign-ins. */
export function SignInHistory({ signIns }: { signIns: readonly SignInEntry[] }) {
  const { t } = useTranslation('security');
  const deviceText = useDeviceText();
  if (signIns.length === 0) return <p className="text-sm text-muted-foreground">{t('history.empty')}</p>;
  return (
    <ul className="divide-y divide-border border-y border-border">
      {signIns.map((entry) => (
        <li key={entry.id} className="py-2.5">
          <p className="flex flex-wrap items-center gap-2 text-ui">
            <DateText value={entry.at} className="font-medium" />
            {entry.newDevice ? <Tag>{t('history.newDevice')}</Tag> : null}
          </p>
          <p className="text-xs text-muted-foreground">
            {t(`history.method.${entry.method}`)} · <bdi>{deviceText(entry)}</bdi>
            {entry.ipRange ? (
              <>
                {' '}
                · <bdi dir="ltr">{entry.ipRange}</bdi>
              </>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
