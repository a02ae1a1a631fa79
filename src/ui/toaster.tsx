import { CircleAlert, CircleCheck, CircleQuestionMark, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type ReactNode, useState } from 'react';

const DURATION_MS = 5_000;
const SWIPE_PX = 50;
/** The closing animation has ended by then. */
const LEAVE_MS = 200;

const ICONS = {
  success: <CircleCheck aria-hidden className="mt-0.5 size-4 text-released-foreground" />,
  error: <CircleAlert aria-hidden className="mt-0.5 size-4 text-disputed-foreground" />,
  warning: <CircleQuestionMark aria-hidden className="mt-0.5 size-4" />,
  info: <Info aria-hidden className="mt-0.5 size-4" />,
};

export interface ToasterEntry {
  id: number;
  kind: keyof typeof ICONS;
  title: ReactNode;
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
}

export interface ToasterProps {
  entries: readonly ToasterEntry[];
  onRemove: (id: number) => void;
  direction: 'ltr' | 'rtl';
  /** Accessible name of the region; `{hotkey}` is the key that focuses it. */
  label: string;
  closeLabel: string;
}

/**
 * Bottom end, on a phone beneath the top bar, where neither the keyboard nor a form's button is covered; 5 s, which
 * pause while the pointer or the focus is on one; swiping 50 px towards the edge closes it.
 */
export function Toaster({ entries, onRemove, direction, label, closeLabel }: ToasterProps) {
  return (
    <Toast.Provider
      duration={DURATION_MS}
      swipeDirection={direction === 'rtl' ? 'left' : 'right'}
      swipeThreshold={SWIPE_PX}
      label={label}
    >
      {entries.map((entry) => (
        <Item key={entry.id} entry={entry} closeLabel={closeLabel} onRemove={onRemove} />
      ))}
      <Toast.Viewport
        label={label}
        className="pointer-events-none fixed inset-x-4 top-[calc(64px+env(safe-area-inset-top))] z-60 grid gap-2.5 outline-none md:inset-x-auto md:end-5 md:top-auto md:bottom-[calc(20px+var(--bottom-card,0px))] md:w-[380px] print-hidden"
      />
    </Toast.Provider>
  );
}

function Item({
  entry,
  closeLabel,
  onRemove,
}: {
  entry: ToasterEntry;
  closeLabel: string;
  onRemove: (id: number) => void;
}) {
  const { id, kind, title, description, action } = entry;
  const [open, setOpen] = useState(true);
  return (
    <Toast.Root
      data-slot="toast"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTimeout(onRemove, LEAVE_MS, id);
      }}
      // A failure is announced assertively, a success politely.
      type={kind === 'error' ? 'foreground' : 'background'}
      className="pointer-events-auto flex w-full items-start gap-2.5 rounded-lg border border-border-strong bg-popover px-3.5 py-3 text-ui text-popover-foreground shadow-overlay touch-pan-y data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-top-2 md:data-[state=open]:slide-in-from-bottom-2 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {ICONS[kind]}
      <div className="min-w-0 grow">
        <Toast.Title className="font-semibold break-words">{title}</Toast.Title>
        {description ? (
          <Toast.Description className="break-words text-muted-foreground">{description}</Toast.Description>
        ) : null}
      </div>
      {action ? (
        <Toast.Action altText={action.label} className="shrink-0 text-sm link" onClick={action.onClick}>
          {action.label}
        </Toast.Action>
      ) : null}
      <Toast.Close
        aria-label={closeLabel}
        className="-me-1.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-accent touch:size-11 touch:-my-2.5"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  );
}
