import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddendaDto, AddendumChange } from '../../../server/features/addenda/schema.ts';
import { changeOf, ChangeFields, EMPTY_CHANGE, type ChangeDraft } from '@/components/addenda/ChangeFields.tsx';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const MAX_CHANGES = 6;

/** Proposes to change a signed contract: one or more changes and a reason, which become the text that both sign. */
export function ProposeAddendum({ addenda, onClose }: { addenda: AddendaDto; onClose: () => void }) {
  const { t } = useTranslation('addenda');
  const id = useId();
  const [drafts, setDrafts] = useState<ChangeDraft[]>([EMPTY_CHANGE]);
  const [reason, setReason] = useState('');
  useFormDraft(`addendum.${addenda.contractId}`, {
    read: () => (reason || drafts.some((draft) => draft !== EMPTY_CHANGE) ? { drafts, reason } : null),
    restore: (stored) => {
      setDrafts(stored.drafts);
      setReason(stored.reason);
    },
  });
  const [requestKey] = useState(randomId);
  const propose = trpc.addenda.propose.useMutation(withRequestKey(requestKey));
  const explain = useErrorText();
  const refusedAt = appError(propose.error)?.data?.['field'];
  // A refusal of one value stands at its field.
  const at = /^changes\.(\d+)\.(amount|dueAt|milestoneId|title|items|clocks.*)$/u.exec(
    typeof refusedAt === 'string' ? refusedAt : '',
  );
  const changes = drafts.map((draft) => changeOf(draft, addenda.currency));
  const complete = changes.every((change): change is AddendumChange => change !== null) && reason.trim().length >= 3;
  const put = (at: number, draft: ChangeDraft) =>
    setDrafts((before) => before.map((one, i) => (i === at ? draft : one)));
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('propose.title')}
      submitLabel={t('propose.send')}
      keepLabel={t('propose.keep')}
      variant="ink"
      pending={propose.isPending}
      error={at ? null : propose.error}
      incomplete={complete ? false : t('propose.enter')}
      onDecide={async () => {
        await propose.mutateAsync({
          contractId: addenda.contractId,
          currency: addenda.currency,
          reason: reason.trim(),
          changes: changes.filter((change) => change !== null),
        });
        setReason('');
        setDrafts([EMPTY_CHANGE]);
        await Promise.all([api.addenda.invalidate(), api.home.invalidate()]);
      }}
    >
      <p>{t('propose.text', { name: addenda.otherName })}</p>
      {drafts.map((draft, i) => (
        <fieldset
          key={i}
          className={cn('grid min-w-0 gap-3', drafts.length > 1 && 'rounded-md border border-border p-3')}
        >
          <legend className="sr-only">{t('propose.what')}</legend>
          <ChangeFields
            draft={draft}
            addenda={addenda}
            error={at?.[1] === String(i) ? { field: at[2] ?? '', text: explain(propose.error) } : undefined}
            onChange={(next) => put(i, next)}
          />
          {drafts.length > 1 ? (
            <Button
              variant="quiet"
              size="small"
              className="justify-self-start"
              onClick={() => setDrafts((before) => before.filter((_, at) => at !== i))}
            >
              {t('propose.remove')}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {drafts.length < MAX_CHANGES ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => setDrafts((before) => [...before, EMPTY_CHANGE])}
        >
          {t('propose.more')}
        </Button>
      ) : null}
      <Field id={id} label={t('propose.reason')} hint={t('propose.reasonHint')}>
        <Textarea
          id={id}
          rows={3}
          maxLength={1000}
          dir="auto"
          aria-describedby={`${id}-hint`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}
