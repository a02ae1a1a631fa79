import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedRecipients } from '../../../server/features/outreach/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { toastError } from '@/lib/toast.ts';
import { api, queryClient, trpc, type RouterInputs } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';

const SOURCES = ['handles', 'search', 'list', 'import'] as const;
type Source = (typeof SOURCES)[number];
type From = RouterInputs['outreach']['addRecipients']['from'];
/** Taken of a search: its best results. */
const MAX_TAKEN = 50;

/** Adds people by handle, from a sentence, a list or an import; says what became of them. */
export function AddRecipients({ sequenceId }: { sequenceId: string }) {
  const { t } = useTranslation('outreach');
  const [source, setSource] = useState<Source>('handles');
  const [added, setAdded] = useState<AddedRecipients | null>(null);
  const add = trpc.outreach.addRecipients.useMutation({
    onSuccess: async (result) => {
      setAdded(result);
      await api.outreach.invalidate();
    },
  });
  const addFrom = (from: From) => add.mutateAsync({ sequenceId, from });
  return (
    <section aria-labelledby="add-recipients" className="max-w-form rounded-lg border border-border p-4">
      <h2 id="add-recipients" className="heading-item mb-3">
        {t('add.title')}
      </h2>
      <Segmented
        label={t('add.from')}
        value={source}
        onValueChange={(next) => {
          setSource(next);
          add.reset();
        }}
        options={SOURCES.map((value) => ({ value, label: t(`add.source.${value}`) }))}
        className="mb-4"
      />
      {source === 'handles' ? <ByHandle pending={add.isPending} error={add.error} onAdd={addFrom} /> : null}
      {source === 'search' ? <BySentence pending={add.isPending} error={add.error} onAdd={addFrom} /> : null}
      {source === 'list' ? <FromList pending={add.isPending} onAdd={addFrom} /> : null}
      {source === 'import' ? <FromImport pending={add.isPending} onAdd={addFrom} /> : null}
      {added ? <Outcome added={added} /> : null}
    </section>
  );
}

interface PartProps {
  pending: boolean;
  onAdd: (from: From) => Promise<unknown>;
}

function ByHandle({ pending, error, onAdd }: PartProps & { error: unknown }) {
  const { t } = useTranslation('outreach');
  const form = useAppForm({
    schema: () => import('@/features/outreach/checks.ts').then((checks) => checks.handles),
    defaultValues: { handles: '' },
  });
  return (
    <Form
      form={form}
      guard={false}
      pending={pending}
      submitError={error}
      onSubmit={async ({ handles }) => {
        await onAdd({ kind: 'handles', handles });
        form.reset();
      }}
    >
      <TextareaField
        control={form.control}
        name="handles"
        label={t('add.handles')}
        hint={t('add.handlesHint')}
        rows={2}
      />
      <Button type="submit" pending={pending} className="justify-self-start">
        {t('add.submit')}
      </Button>
    </Form>
  );
}

function BySentence({ pending, error, onAdd }: PartProps & { error: unknown }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  const form = useAppForm({
    schema: () => import('@/features/outreach/checks.ts').then((checks) => checks.sentence),
    defaultValues: { text: '' },
  });
  return (
    <Form
      form={form}
      guard={false}
      pending={pending}
      submitError={error}
      onSubmit={async ({ text }) => {
        const { filters } = await queryClient.fetchQuery(
          api.discovery.parse.queryOptions({ text, language: currentLocale() }),
        );
        await onAdd({ kind: 'search', filters, most: MAX_TAKEN });
        form.reset();
      }}
    >
      <TextField
        control={form.control}
        name="text"
        label={t('add.sentence')}
        hint={t('add.sentenceHint', { most: format.number(MAX_TAKEN) })}
        maxLength={400}
      />
      <Button type="submit" pending={pending} className="justify-self-start">
        {t('add.submit')}
      </Button>
    </Form>
  );
}

function FromList({ pending, onAdd }: PartProps) {
  const { t } = useTranslation('outreach');
  const lists = useQuery(api.lists.list.queryOptions({ limit: 100 }));
  return (
    <Choice
      label={t('add.list')}
      none={t('add.noLists')}
      options={lists.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      pending={pending}
      onChoose={(listId) => onAdd({ kind: 'list', listId })}
    />
  );
}

function FromImport({ pending, onAdd }: PartProps) {
  const { t } = useTranslation('outreach');
  const imports = useQuery(api.imports.list.queryOptions({ limit: 100 }));
  return (
    <Choice
      label={t('add.import')}
      none={t('add.noImports')}
      options={imports.data?.items
        .filter(({ state }) => state === 'done')
        .map(({ id, fileName }) => ({ value: id, label: fileName }))}
      pending={pending}
      onChoose={(importId) => onAdd({ kind: 'import', importId })}
    />
  );
}

function Choice({
  label,
  none,
  options,
  pending,
  onChoose,
}: {
  label: string;
  none: string;
  options: { value: string; label: string }[] | undefined;
  pending: boolean;
  onChoose: (value: string) => Promise<unknown>;
}) {
  const { t } = useTranslation(['outreach', 'common']);
  const [value, setValue] = useState('');
  if (options?.length === 0) return <p className="text-sm text-muted-foreground">{none}</p>;
  return (
    <div className="flex items-end gap-2">
      <Field id="recipients-from" label={label} className="min-w-0 grow">
        <Select
          id="recipients-from"
          options={options ?? []}
          placeholder={t('common:form.choose')}
          value={value}
          onValueChange={setValue}
        />
      </Field>
      <Button
        className="shrink-0"
        disabled={value === ''}
        pending={pending}
        onClick={() => void onChoose(value).catch(toastError)}
      >
        {t('add.submit')}
      </Button>
    </div>
  );
}

function Outcome({ added: { added, known, refused, unknown } }: { added: AddedRecipients }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  return (
    <Alert tone={added > 0 ? 'done' : 'note'} className="mt-4">
      {t('add.result', {
        added: format.number(added),
        known: format.number(known),
        refused: format.number(refused),
      })}
      {unknown.length > 0 ? (
        <span className="block">
          {t('add.unknown')} <bdi dir="ltr">{unknown.map((handle) => `@${handle}`).join(' ')}</bdi>
        </span>
      ) : null}
    </Alert>
  );
}
