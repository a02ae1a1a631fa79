import { Trash2 } from 'lucide-react';
import type { FileDto } from '../../../server/features/content/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

export interface UploadedFileProps {
  file: Pick<FileDto, 'name' | 'size'>;
  /** Label of the button that removes it. */
  removeLabel: string;
  removing: boolean;
  error: unknown;
  onRemove: () => void;
}

/** A file that is uploaded and not submitted yet. */
export function UploadedFile({ file, removeLabel, removing, error, onRemove }: UploadedFileProps) {
  const explain = useErrorText();
  const format = useFormat();
  return (
    <li className="rounded-md border border-border px-3 py-1.5 text-ui">
      <div className="flex items-center gap-2.5">
        <bdi className="min-w-0 grow truncate">{file.name}</bdi>
        <span className="figures shrink-0 text-sm whitespace-nowrap text-muted-foreground">
          {format.bytes(file.size)}
        </span>
        <Button variant="quiet" size="icon" pending={removing} aria-label={removeLabel} onClick={onRemove}>
          {removing ? null : <Trash2 aria-hidden />}
        </Button>
      </div>
      {error ? (
        <p role="alert" className="text-sm text-destructive">
          {explain(error)}
        </p>
      ) : null}
    </li>
  );
}
