import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const MIN_MESSAGE_LENGTH = 10;

/** The question of one side of a deal to the platform's staff. */
export function HelpDialog({
  contractId,
  running,
  onSent,
  onClose,
}: {
  contractId: string;
  running: boolean;
  onSent: (how: 'opened' | 'joined') => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('deals');
  const [message, setMessage] = useState('');
  const [requestKey] = useState(randomId);
  const request = trpc.help.ask.useMutation(withRequestKey(requestKey));
  useFormDraft(`help.${contractId}`, { read: () => message || null, restore: setMessage });
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('help.ask')}
      submitLabel={t('help.send')}
      variant="ink"
      pending={request.isPending}
      error={request.error}
      incomplete={message.trim().length < MIN_MESSAGE_LENGTH}
      onDecide={async () => {
        const { joined } = await request.mutateAsync({ contractId, message: message.trim() });
        onSent(joined ? 'joined' : 'opened');
        await api.help.thread.invalidate({ contractId });
      }}
    >
      {running ? <Alert tone="note">{t('help.clocks')}</Alert> : null}
      <Field id="help-message" label={t('help.field')} hint={t('help.hint')}>
        <Textarea
          id="help-message"
          rows={5}
          maxLength={2000}
          dir="auto"
          aria-describedby="help-message-hint"
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}
