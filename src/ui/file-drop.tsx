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
        'flex cursor-pointer items-center gap-3 rounded-lg border border-dashed border-input bg-card px-4 py-4 text-ui has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        over && 'border-foreground bg-accent',
        invalid && 'border-destructive',
        disabled && 'cursor-not-allowed bg-muted text-muted-foreground',
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
