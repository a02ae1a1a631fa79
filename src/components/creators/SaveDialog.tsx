import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LIST_NAME, MAX_LOOKED_UP } from '../../../server/features/lists/rules.ts';
import type { CreatorList } from '../../../server/features/lists/schema.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { countValues } from '@/lib/count.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

/** All lists that an org can have. */
const ALL = { limit: 100 };

export interface SaveDialogProps {
  creators: readonly string[];
  title: string;
  onClose: () => void;
}

/** The brand's lists as checkboxes, and a new one. A box shows what the server answered. */
export function SaveDialog({ creators, title, onClose }: SaveDialogProps) {
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const lists = useQuery(api.lists.list.queryOptions(ALL));
  const holding = useQuery({
    ...api.lists.holding.queryOptions({ creators: [...creators] }),
    enabled: creators.length <= MAX_LOOKED_UP,
  });
  const [status, setStatus] = useState('');
  const refresh = { onSuccess: () => api.lists.invalidate() };
  const add = trpc.lists.add.useMutation(refresh);
  const remove = trpc.lists.remove.useMutation(refresh);
  const isPending = add.isPending || remove.isPending;
  const holds = (list: CreatorList) => holding.data?.every((one) => one.lists.includes(list.id)) ?? false;
  const change = async (list: CreatorList, on: boolean) => {
    const input = { listId: list.id, creators: [...creators] };
    if (on) {
      const { unavailable } = await add.mutateAsync(input);
      setStatus(unavailable > 0 ? t('save.unavailable', { count: unavailable }) : t('save.saved', { name: list.name }));
    } else {
      await remove.mutateAsync(input);
      setStatus(t('save.removed', { name: list.name }));
    }
  };
  const failed = add.error ?? remove.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      closeLabel={common('action.close')}
    >
      {lists.isPending || holding.isLoading ? (
        <PendingSkeleton rows={3} />
      ) : lists.isError || holding.isError ? (
        <ErrorState
          error={lists.error ?? holding.error}
          title={t('couldNotLoad')}
          onRetry={() => void Promise.all([lists.refetch(), holding.refetch()])}
        />
      ) : (
        <>
          {lists.data.items.length === 0 ? (
            <p className="text-sm text-muted-foreground">{t('save.none')}</p>
          ) : (
            <ul className="max-h-72 overflow-y-auto">
              {lists.data.items.map((list) => (
                <li key={list.id} className="border-b border-border last:border-b-0">
                  <label className="flex min-h-11 items-center gap-3 py-1.5">
                    <Checkbox
                      checked={holds(list)}
                      disabled={isPending}
                      onCheckedChange={(on) => void change(list, on).catch(() => {})}
                    />
                    <bdi className="min-w-0 grow truncate font-medium">{list.name}</bdi>
                    <span className="text-sm text-muted-foreground">{t('count', countValues(list.count))}</span>
                  </label>
                </li>
              ))}
            </ul>
          )}
          <NewList creators={creators} onSaved={(name) => setStatus(t('save.saved', { name }))} />
        </>
      )}
      <p role="status" className="min-h-5 pt-2 text-sm text-muted-foreground">
        {failed ? explain(failed) : status}
      </p>
    </Dialog>
  );
}

function NewList({ creators, onSaved }: { creators: readonly string[]; onSaved: (name: string) => void }) {
  const { t } = useTranslation('lists');
  const explain = useErrorText();
  const id = useId();
  const [name, setName] = useState('');
  const create = trpc.lists.create.useMutation({
    onSuccess: async ({ list }) => {
      await api.lists.invalidate();
      setName('');
      onSaved(list.name);
    },
  });
  const error = create.error ? explain(create.error) : undefined;
  return (
    <form
      className="mt-4 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !create.isPending) create.mutate({ name, creators: [...creators] });
      }}
    >
      <Field id={id} label={t('new.name')} error={error} className="min-w-48 grow">
        <Input
          id={id}
          value={name}
          dir="auto"
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error })}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Button
        type="submit"

        pending={create.isPending}
        aria-disabled={name.trim() === '' || undefined}
      >
        {t('new.create')}
      </Button>
    </form>
  );
}
