import { BookmarkPlus, FileText } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  fillTemplate,
  MAX_MESSAGE_LENGTH,
  type MergeField,
  unknownFields,
} from '../../../server/features/conversations/rules.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface TemplatesMenuProps {
  /** The text in the field, which may become a template. */
  body: string;
  values: Readonly<Record<MergeField, string>>;
  onUse: (filled: string) => void;
}

/** The org's templates: one fills the field, others are written, changed and removed here. */
export function TemplatesMenu(props: TemplatesMenuProps) {
  const { t } = useTranslation('conversations');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <FileText aria-hidden />
        {t('templates.button')}
      </Button>
      {open ? <Templates {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface Draft {
  id?: string;
  name: string;
  body: string;
}

function Templates({ body, values, onUse, onClose }: TemplatesMenuProps & { onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const query = useQuery(api.conversations.templates.queryOptions());
  const [draft, setDraft] = useState<Draft | null>(null);
  const settled = { onSuccess: () => api.conversations.templates.invalidate() };
  const save = trpc.conversations.saveTemplate.useMutation(settled);
  const remove = trpc.conversations.removeTemplate.useMutation(settled);
  const unknown = draft ? unknownFields(draft.body) : [];
  const incomplete = !draft || draft.name.trim() === '' || draft.body.trim() === '';
  const store = async () => {
    if (!draft || incomplete) return;
    await save.mutateAsync({ ...draft, name: draft.name.trim(), body: draft.body.trim() }).then(
      () => setDraft(null),
      () => undefined,
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(stays) => (stays ? undefined : onClose())}
      title={t('templates.title')}
      closeLabel={common('action.close')}
      footer={
        draft ? (
          <>
            <Button onClick={() => setDraft(null)}>{common('action.cancel')}</Button>
            <Button
              variant="ink"
              pending={save.isPending}
              aria-disabled={incomplete || undefined}
              onClick={() => void store()}
            >
              {common('action.save')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setDraft({ name: '', body })}>
            <BookmarkPlus aria-hidden />
            {t('templates.new')}
          </Button>
        )
      }
    >
      {(query.error ?? save.error ?? remove.error) ? (
        <Alert tone="problem" className="mb-3">
          {explain(query.error ?? save.error ?? remove.error)}
        </Alert>
      ) : null}
      {draft ? (
        <div className="grid gap-4">
          <Field id="template-name" label={t('templates.name')}>
            <Input
              id="template-name"
              maxLength={60}
              dir="auto"
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
          </Field>
          <Field
            id="template-body"
            label={t('templates.body')}
            hint={t('templates.hint', { name: '{{name}}', value: '{{org}}', item: '{{me}}' })}
          >
            <Textarea
              id="template-body"
              rows={5}
              maxLength={MAX_MESSAGE_LENGTH}
              dir="auto"
              aria-describedby="template-body-hint"
              value={draft.body}
              onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
            />
          </Field>
          {unknown.length > 0 ? (
            <Alert tone="note">
              {t('templates.unknown', { names: unknown.map((field) => `{{${field}}}`).join(', ') })}
            </Alert>
          ) : null}
        </div>
      ) : query.data?.length === 0 ? (
        <p className="text-muted-foreground">{t('templates.none')}</p>
      ) : (
        <ul>
          {query.data?.map((template) => (
            <li key={template.id} className="border-b border-border py-2.5 last:border-b-0">
              <b className="font-semibold">
                <bdi>{template.name}</bdi>
              </b>
              <p dir="auto" className="line-clamp-2 text-sm text-muted-foreground">
                {fillTemplate(template.body, values)}
              </p>
              <p className="mt-1 flex flex-wrap gap-3">
                <Button
                  size="small"
                  onClick={() => {
                    onUse(fillTemplate(template.body, values));
                    onClose();
                  }}
                >
                  {t('templates.use')}
                </Button>
                <Button size="inline" variant="link" onClick={() => setDraft(template)}>
                  {common('action.edit')}
                </Button>
                <Button size="inline" variant="link" onClick={() => remove.mutate({ id: template.id })}>
                  {common('action.delete')}
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
