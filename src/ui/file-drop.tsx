import { Upload } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

export interface FileDropProps {
  id?: string;
  /** As in the `accept` attribute: ".pdf,image/*". */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The instruction, which is the accessible name of the control. */
  prompt: ReactNode;
  /** Allowed types and size. */
  hint?: ReactNode;
  invalid?: boolean;
  describedBy?: string;
  /** Less padding, in a list of files. */
  compact?: boolean;
  onFiles: (files: File[]) => void;
  className?: string;
}

/** A field for files: click, keyboard or drop. It is the browser's own input, so it works without a pointer. */
export function FileDrop({
  id,
  accept,
  multiple = false,
  disabled = false,
  prompt,
  hint,
  invalid = false,
  describedBy,
  compact = false,
  onFiles,
  className,
}: FileDropProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <label
      htmlFor={inputId}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) take(event.dataTransfer.files);
      }}
      className={cn(
        'flex items-center gap-3 rounded-lg border border-dashed text-ui has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        compact ? 'px-3 py-2' : 'px-4 py-4',
        invalid ? 'border-destructive' : over ? 'border-foreground' : 'border-input',
        disabled
          ? 'cursor-not-allowed bg-muted text-muted-foreground'
          : over
            ? 'cursor-pointer bg-accent'
            : 'cursor-pointer bg-card',
        className,
      )}
    >
      <Upload aria-hidden className="size-4 text-muted-foreground" />
      <span className="min-w-0">
        <span className="block font-medium">{prompt}</span>
        {hint ? <span className="block text-sm text-muted-foreground">{hint}</span> : null}
      </span>
      <input
        id={inputId}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again after a failure.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
