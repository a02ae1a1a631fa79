import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_TYPES } from '../../../server/features/content/rules.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { uploadFile } from '@/lib/upload.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const ACCEPTED = Object.keys(FILE_TYPES).join(',');

/** Sends files one after the other; each is there for both sides at once. */
export function AddEvidence({ disputeId }: { disputeId: string }) {
  const { t } = useTranslation('disputes');
  const explain = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  async function send(files: readonly File[]) {
    setError(null);
    try {
      for (const file of files) {
        setSending(file.name);
        const form = new FormData();
        form.append('file', file);
        await uploadFile(`/api/files?dispute=${disputeId}`, form);
      }
    } catch (reason) {
      setError(reason);
    } finally {
      setSending(null);
      await api.disputes.invalidate();
    }
  }
  return (
    <div className="mt-3">
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={t('files.add')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void send(files);
        }}
      />
      <Button pending={sending !== null} onClick={() => input.current?.click()}>
        <Plus aria-hidden />
        {t('files.add')}
      </Button>
      <p role="status" className="mt-1 text-sm text-muted-foreground">
        {sending === null ? t('files.hint') : t('files.adding', { name: sending })}
      </p>
      {error ? (
        <p role="alert" className="text-sm text-destructive">
          {explain(error)}
        </p>
      ) : null}
    </div>
  );
}
