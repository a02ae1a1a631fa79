import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MessageDto } from '../../../server/features/messages/schema.ts';

/** Below a message: that it is held or was removed, and what the rules warn of. */
export function MessageNotes({ message }: { message: Pick<MessageDto, 'state' | 'warning'> }) {
  const { t } = useTranslation('messages');
  return (
    <>
      {message.state === 'sent' ? null : <p className="mt-0.5 text-xs font-semibold">{t(message.state)}</p>}
      {message.warning ? (
        <p className="mt-0.5 flex items-start gap-1.5 text-xs text-muted-foreground">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t(`warning.${message.warning}`)}
        </p>
      ) : null}
    </>
  );
}
