import { useTranslation } from 'react-i18next';
import type { Page } from '../../../server/core/pagination.ts';
import type { SignInEntry } from '../../../server/features/security/schema.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDeviceText } from '@/features/security/device-text.ts';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** Successful sign-ins, the last first. */
export function SignInHistory({ first }: { first: Page<SignInEntry> }) {
  const { t } = useTranslation('security');
  const deviceText = useDeviceText();
  const { rows: signIns, more } = useShowMore(first.items, first.next, (after) =>
    api.security.signIns.queryOptions({ after }),
  );
  if (signIns.length === 0) return <p className="text-sm text-muted-foreground">{t('history.empty')}</p>;
  return (
    <>
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
      {more}
    </>
  );
}
