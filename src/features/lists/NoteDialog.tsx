import { useTranslation } from 'react-i18next';
import { MAX_NOTE_LENGTH } from '../../../server/features/lists/rules.ts';
import type { ListItem } from '../../../server/features/lists/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** What the brand writes about a creator of a list. The creator does not see it. */
export function NoteDialog({ listId, item, onClose }: { listId: string; item: ListItem; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const form = useAppForm({
    schema: () => import('@/features/lists/checks.ts').then((checks) => checks.noteAndTags),
    defaultValues: { note: item.note, tags: item.tags.join(', ') },
  });
  const saveNote = trpc.lists.note.useMutation();
  const saveTags = trpc.lists.tag.useMutation();
  const creatorOrg = item.creator.orgId;
  return (
    <FormDialog
      onClose={onClose}
      title={t('note.title', { name: item.creator.name })}
      description={t('note.text')}
      submitLabel={t('note.save')}
      form={form}
      pending={saveNote.isPending || saveTags.isPending}
      submitError={saveNote.error ?? saveTags.error}
      onSubmit={async ({ note, tags }) => {
        await saveNote.mutateAsync({ listId, creatorOrg, note });
        await saveTags.mutateAsync({ creatorOrg, tags });
        await api.lists.invalidate();
        onClose();
      }}
    >
      <TextareaField control={form.control} name="note" label={t('note.note')} maxLength={MAX_NOTE_LENGTH} optional />
      <TextField control={form.control} name="tags" label={t('note.tags')} hint={t('note.tagsHint')} optional />
    </FormDialog>
  );
}
