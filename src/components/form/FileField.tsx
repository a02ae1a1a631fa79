import { FileText, RotateCw, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import { refusesFile } from '@/components/form/check-file.ts';
import { LeaveGuard } from '@/components/form/LeaveGuard.tsx';
import { useConnection } from '@/lib/connection.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { UploadError } from '@/lib/upload.ts';
import { Button } from '@/ui/button.tsx';
import { describedBy, Field } from '@/ui/field.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';
import { Progress } from '@/ui/progress.tsx';

export interface UploadContext {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export interface FileFieldProps {
  label: ReactNode;
  prompt: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** A drop area of one line instead of a box. */
  compact?: boolean;
  /** Why a file is refused before it is sent: an error code with its values, or null. */
  check?: (file: File) => { code: ErrorCode; data?: Record<string, string | number> } | null;
  /** Sends one file; `uploadFile` from `@/lib/upload.ts` reports progress. */
  upload: (file: File, context: UploadContext) => Promise<unknown>;
  /**
   * Called after each upload, also after an interrupted one, since its file may have arrived; the caller refetches the
   * list that it passes as `children`.
   */
  onSent: () => void;
  /** Files that are already uploaded. */
  children?: ReactNode;
}

interface Transfer {
  id: number;
  file: File;
  share: number;
  problem: string | null;
  /** No answer arrived: the file is sent again when the connection is back. */
  cut: boolean;
  /** The file itself was refused: a retry would fail in the same way. */
  final: boolean;
  abort: AbortController | null;
}

/**
 * Each file has its own progress and can be canceled or, after a failure, sent again; the others continue. Leaving
 * requires a confirmation while an upload runs.
 */
export function FileField({
  label,
  prompt,
  hint,
  error,
  accept,
  multiple = false,
  disabled,
  compact = false,
  check,
  upload,
  onSent,
  children,
}: FileFieldProps) {
  const { t } = useTranslation();
  const explain = useErrorText();
  const id = useId();
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const nextId = useRef(1);
  const running = useRef(new Set<AbortController>());

  // Leaving the page aborts running uploads.
  useEffect(() => {
    const aborts = running.current;
    return () => {
      for (const abort of aborts) abort.abort();
    };
  }, []);

  const change = (transferId: number, part: Partial<Transfer>) =>
    setTransfers((list) => list.map((transfer) => (transfer.id === transferId ? { ...transfer, ...part } : transfer)));
  const drop = (transferId: number) => setTransfers((list) => list.filter((transfer) => transfer.id !== transferId));

  const send = async (transferId: number, file: File) => {
    const abort = new AbortController();
    running.current.add(abort);
    change(transferId, { share: 0, problem: null, cut: false, final: false, abort });
    try {
      await upload(file, { signal: abort.signal, onProgress: (share) => change(transferId, { share }) });
      drop(transferId);
    } catch (failure) {
      if (abort.signal.aborted) drop(transferId);
      else
        change(transferId, {
          abort: null,
          cut: failure instanceof UploadError && failure.status === 0,
          final: failure instanceof UploadError && refusesFile(failure.shape?.code),
          problem: uploadProblem(failure, explain, t('form.uploadCut')),
        });
    } finally {
      running.current.delete(abort);
      onSent();
    }
  };

  const connection = useConnection();
  const sendCutAgain = useRef(() => {});
  sendCutAgain.current = () => {
    for (const { id: cutId, file, cut, abort } of transfers) if (cut && abort === null) void send(cutId, file);
  };
  useEffect(() => {
    if (connection === 'back') sendCutAgain.current();
  }, [connection]);

  const take = (files: File[]) => {
    for (const file of files) {
      const transferId = nextId.current++;
      const refused = check?.(file) ?? null;
      setTransfers((list) => [
        ...list,
        {
          id: transferId,
          file,
          share: 0,
          problem: refused ? codeText(refused.code, refused.data) : null,
          cut: false,
          final: refused !== null,
          abort: null,
        },
      ]);
      if (!refused) void send(transferId, file);
    }
  };

  return (
    <Field id={id} label={label} hint={undefined} error={error} className="grid-cols-1">
      {children}
      {transfers.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2" aria-live="polite">
          {transfers.map((transfer) => (
            <TransferRow
              key={transfer.id}
              transfer={transfer}
              onCancel={() => (transfer.abort ? transfer.abort.abort() : drop(transfer.id))}
              onRetry={transfer.final ? undefined : () => void send(transfer.id, transfer.file)}
            />
          ))}
        </ul>
      ) : null}
      <FileDrop
        id={id}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        prompt={prompt}
        hint={hint}
        invalid={Boolean(error)}
        describedBy={describedBy(id, { error })}
        onFiles={take}
        compact={compact}
      />
      <LeaveGuard
        about="upload"
        blocked={() => running.current.size > 0}
        armed={transfers.some(({ abort }) => abort !== null)}
      />
    </Field>
  );
}

function TransferRow({
  transfer,
  onCancel,
  onRetry,
}: {
  transfer: Transfer;
  onCancel: () => void;
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { file, share, problem } = transfer;
  return (
    <li className="rounded-md border border-border px-3 py-2 text-ui">
      <div className="flex items-center gap-2.5">
        <FileText aria-hidden className="size-4 text-muted-foreground" />
        <bdi className="min-w-0 grow truncate">{file.name}</bdi>
        <span className="figures shrink-0 text-sm whitespace-nowrap text-muted-foreground">
          {problem ? format.bytes(file.size) : format.percent(Math.round(share * 100) * 100)}
        </span>
        {problem && onRetry ? (
          <Button variant="quiet" size="icon" aria-label={t('action.tryAgain')} onClick={onRetry}>
            <RotateCw aria-hidden />
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="icon"
          aria-label={
            problem ? t('form.dismissFile', { name: file.name }) : t('form.cancelUpload', { name: file.name })
          }
          onClick={onCancel}
        >
          <X aria-hidden />
        </Button>
      </div>
      {problem ? (
        <p className="text-sm text-destructive">{problem}</p>
      ) : (
        <Progress value={share * 100} label={file.name} className="mt-1.5" />
      )}
    </li>
  );
}

function uploadProblem(failure: unknown, explain: (error: unknown) => string, cut: string): string {
  if (!(failure instanceof UploadError)) return explain(failure);
  return failure.shape ? codeText(failure.shape.code, failure.shape.data) : cut;
}
