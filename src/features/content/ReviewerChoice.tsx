import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

/** Who of the brand reviews this work; nothing where the brand has one person who may. */
export function ReviewerChoice({ milestoneId }: { milestoneId: string }) {
  const { t } = useTranslation('content');
  useErrorText();
  const id = useId();
  const options = api.content.reviewer.queryOptions({ milestoneId });
  const { data } = useQuery(options);
  const assign = trpc.content.assign.useMutation({
    onSuccess: async (answer) => {
      keepAnswer(options.queryKey, answer);
      void toast('success', t('reviewer.saved'));
      await api.content.queue.invalidate();
    },
    onError: (error) => void toastError(error),
  });
  if (!data || (data.members.length < 2 && !data.assigned)) return null;
  const why = data.can === true ? undefined : codeText(isErrorCode(data.can) ? data.can : 'auth.not_allowed');
  return (
    <Field id={id} label={t('reviewer.label')} hint={why} className="border-t border-border px-4 py-2.5 md:px-5">
      <Select
        id={id}
        disabled={data.can !== true}
        aria-describedby={why ? `${id}-hint` : undefined}
        value={(assign.isPending ? assign.variables.userId : data.assigned?.userId) ?? ''}
        placeholder={t('reviewer.none')}
        options={[
          ...(data.assigned ? [{ value: 'none', label: t('reviewer.none') }] : []),
          ...data.members.map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        onValueChange={(userId) => assign.mutate({ milestoneId, userId: userId === 'none' ? null : userId })}
      />
    </Field>
  );
}
