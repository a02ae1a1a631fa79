import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { changeOf, EMPTY_CHANGE } from '@/components/addenda/ChangeFields.tsx';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { dateText } from '@/components/form/DateField.tsx';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** What goes beyond the brief or the included rounds becomes a small addendum with a price; the review goes on. */
export function ChangeOrderDialog({ review, onClose }: { review: ReviewDto; onClose: () => void }) {
  const { t } = useTranslation('addenda');
  const id = useId();
  const { milestone, creator } = review;
  const [draft, setDraft] = useState({ request: '', title: '', amount: '', due: '' });
  useFormDraft(`change-order.${milestone.id}`, { read: () => (draft.request ? draft : null), restore: setDraft });
  const put = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const [requestKey] = useState(randomId);
  const propose = trpc.addenda.propose.useMutation(withRequestKey(requestKey));
  const request = draft.request.trim();
  const change = changeOf({ ...EMPTY_CHANGE, ...draft, items: draft.request.slice(0, 200) }, milestone.currency);
  const ready = change !== null && request.length >= 3;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('order.title')}
      submitLabel={t('propose.send')}
      keepLabel={t('propose.keep')}
      variant="ink"
      pending={propose.isPending}
      error={propose.error}
      incomplete={ready ? false : t('propose.enter')}
      onDecide={async () => {
        if (!change) return;
        await propose.mutateAsync({
          contractId: milestone.contractId,
          currency: milestone.currency,
          reason: request,
          changes: [change],
          changeOrderOf: milestone.id,
        });
        setDraft({ request: '', title: '', amount: '', due: '' });
        void toast('success', t('order.done'));
        await Promise.all([api.addenda.invalidate(), api.home.invalidate()]);
      }}
    >
      <p>{t('order.text', { name: creator.name })}</p>
      <Field id={`${id}-request`} label={t('order.request')}>
        <Textarea
          id={`${id}-request`}
          rows={3}
          maxLength={1000}
          dir="auto"
          value={draft.request}
          onChange={(event) => put({ request: event.currentTarget.value })}
        />
      </Field>
      <Field id={`${id}-title`} label={t('propose.name')}>
        <Input
          id={`${id}-title`}
          value={draft.title}
          maxLength={80}
          dir="auto"
          autoComplete="off"
          onChange={(event) => put({ title: event.currentTarget.value })}
        />
      </Field>
      <Field id={`${id}-amount`} label={t('propose.price', { currency: milestone.currency })}>
        <Input
          id={`${id}-amount`}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={draft.amount}
          onChange={(event) => put({ amount: event.currentTarget.value })}
        />
      </Field>
      <Field id={`${id}-due`} label={t('propose.due')}>
        <Input
          id={`${id}-due`}
          type="date"
          dir="ltr"
          className="figures rtl:text-end"
          min={dateText(new Date(), 'end')}
          value={draft.due}
          onChange={(event) => put({ due: event.currentTarget.value })}
        />
      </Field>
    </DecisionDialog>
  );
}
