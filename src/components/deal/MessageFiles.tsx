import type { Dispatch, SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyMime, FileDto, FileTypes } from '../../../server/features/content/schema.ts';
import { MAX_FILES_PER_MESSAGE } from '../../../server/features/conversations/rules.ts';
import { acceptOf, checkFile } from '@/components/form/check-file.ts';
import { FileField } from '@/components/form/FileField.tsx';
import { UploadedFile } from '@/components/form/UploadedFile.tsx';
import { appError, trpc } from '@/lib/trpc.ts';
import { uploadFile } from '@/lib/upload.ts';

export interface MessageFilesProps {
  files: FileDto[];
  setFiles: Dispatch<SetStateAction<FileDto[]>>;
  /** The number of running uploads: a message waits for them. */
  setUploads: Dispatch<SetStateAction<number>>;
  types: FileTypes<AnyMime>;
  /** What may be sent. */
  hint: string;
  /** The thread they are sent to, as a query of `/api/files`. */
  of: string;
  disabled: boolean;
}

/** The files of the next message: uploaded when they are chosen, sent with its text. */
export function MessageFiles({ files, setFiles, setUploads, types, hint, of, disabled }: MessageFilesProps) {
  const { t } = useTranslation('messages');
  return (
    <FileField
      compact
      label={<span className="sr-only">{t('files')}</span>}
      prompt={t('addFiles')}
      hint={hint}
      accept={acceptOf(types)}
      multiple
      disabled={disabled || files.length >= MAX_FILES_PER_MESSAGE}
      check={(file) => checkFile(file, types)}
      upload={(file, { onProgress, signal }) => {
        setUploads((running) => running + 1);
        const form = new FormData();
        form.append('file', file, file.name);
        return uploadFile<FileDto>(`/api/files?${of}`, form, { onProgress, signal })
          .then((kept) => setFiles((now) => [...now.filter((other) => other.id !== kept.id), kept]))
          .finally(() => setUploads((running) => running - 1));
      }}
      onSent={() => undefined}
    >
      {files.length > 0 ? (
        <ul className="grid grid-cols-1 gap-1.5">
          {files.map((file) => (
            <ReadyFile
              key={file.id}
              file={file}
              onRemoved={() => setFiles((now) => now.filter((other) => other.id !== file.id))}
            />
          ))}
        </ul>
      ) : null}
    </FileField>
  );
}

function ReadyFile({ file, onRemoved }: { file: FileDto; onRemoved: () => void }) {
  const { t } = useTranslation('messages');
  const remove = trpc.conversations.removeFile.useMutation({
    onSuccess: onRemoved,
    // It was deleted, or sent from another tab.
    onError: (error) => (appError(error)?.code === 'not_found' ? onRemoved() : undefined),
  });
  return (
    <UploadedFile
      file={file}
      removeLabel={t('removeFile', { name: file.name })}
      removing={remove.isPending}
      error={remove.error}
      onRemove={() => remove.mutate({ fileId: file.id })}
    />
  );
}
