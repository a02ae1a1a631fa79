import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddendaDto, AddendumDto } from '../../../server/features/addenda/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const refresh = () =>
  Promise.all([
    api.addenda.invalidate(),
    api.escrow.invalidate(),
    api.home.invalidate(),
    api.representations.invalidate(),
  ]);

/** Signs by the name typed under the text; the hash of the shown text is sent along. */
export function SignAddendum({ addendum, addenda }: { addendum: AddendumDto; addenda: AddendaDto }) {
  const { t } = useTranslation('addenda');
  const explain = useErrorText();
  const id = useId();
  const [name, setName] = useState('');
  const [requestKey] = useState(randomId);
  const sign = trpc.addenda.sign.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async (answer) => {
      const own = answer.addenda.find((a) => a.id === addendum.id);
      // An agency without the right to sign has requested the creator's signature.
      if (own?.signatures.some(({ side }) => side === addenda.mySide)) void toast('success', t('sign.done'));
      await refresh();
    },
    onError: refresh,
  });
  const ready = name.trim().length >= 2;
  return (
    <form
      className="grid max-w-form gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) sign.mutate({ addendumId: addendum.id, documentHash: addendum.documentHash, typedName: name });
      }}
    >
      {sign.error ? <Alert tone="problem">{explain(sign.error)}</Alert> : null}
      <Field id={id} label={t('sign.name')} hint={t('sign.hint', { name: addenda.signer })}>
        <Input
          id={id}
          value={name}
          maxLength={80}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="ink" pending={sign.isPending} aria-disabled={!ready || undefined}>
          {t('sign.button')}
        </Button>
        <p className="min-w-0 text-xs text-muted-foreground">{t('sign.note')}</p>
      </div>
    </form>
  );
}

/** The other side declines with a reason, or the proposing side withdraws. */
export function EndAddendum({
  addendum,
  as,
  otherName,
  onClose,
}: {
  addendum: AddendumDto;
  as: 'decline' | 'withdraw';
  otherName: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('addenda');
  const id = useId();
  const [reason, setReason] = useState('');
  const [requestKey] = useState(randomId);
  const options = withRequestKey(requestKey);
  const decline = trpc.addenda.decline.useMutation(options);
  const withdraw = trpc.addenda.withdraw.useMutation(options);
  const act = as === 'decline' ? decline : withdraw;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t(`${as}.title`, { n: addendum.n })}
      submitLabel={t(`${as}.button`)}
      keepLabel={t('decline.keep')}
      variant="ink"
      pending={act.isPending}
      error={act.error}
      incomplete={as === 'decline' && reason.trim().length < 3 ? t('decline.enter') : false}
      onDecide={async () => {
        if (as === 'decline') await decline.mutateAsync({ addendumId: addendum.id, reason: reason.trim() });
        else await withdraw.mutateAsync({ addendumId: addendum.id });
        await refresh();
      }}
    >
      <p>{t(`${as}.text`, { name: otherName })}</p>
      {as === 'decline' ? (
        <Field id={id} label={t('decline.reason')}>
          <Textarea
            id={id}
            rows={3}
            maxLength={500}
            dir="auto"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      ) : null}
    </DecisionDialog>
  );
}
