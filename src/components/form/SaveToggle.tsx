import { Bookmark, BookmarkCheck } from 'lucide-react';
import { Button } from '@/ui/button.tsx';

interface Act<Input> {
  isPending: boolean;
  mutate: (input: Input) => void;
}

export interface SaveToggleProps<Input> {
  saved: boolean;
  /** The icon alone. */
  compact?: boolean;
  labels: { save: string; saved: string };
  input: Input;
  save: Act<Input>;
  unsave: Act<Input>;
}

/** Keeps something for later; the change is shown at once and reverted if it fails. */
export function SaveToggle<Input>({ saved, compact = false, labels, input, save, unsave }: SaveToggleProps<Input>) {
  const pending = save.isPending || unsave.isPending;
  const shown = pending ? save.isPending : saved;
  const Icon = shown ? BookmarkCheck : Bookmark;
  const label = shown ? labels.saved : labels.save;
  return (
    <Button
      variant={compact ? 'quiet' : 'outline'}
      size={compact ? 'icon' : 'default'}
      aria-pressed={shown}
      aria-label={compact ? label : undefined}
      aria-busy={pending || undefined}
      onClick={() => {
        if (!pending) (saved ? unsave : save).mutate(input);
      }}
      className="relative z-10"
    >
      <Icon aria-hidden />
      {compact ? null : label}
    </Button>
  );
}
