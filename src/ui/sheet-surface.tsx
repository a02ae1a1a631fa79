import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { cn } from '@/lib/cn.ts';
import { Button } from '@/ui/button.tsx';
import { useFocusReturn } from '@/ui/focus-return.ts';
import type { SheetProps } from '@/ui/sheet.tsx';

/** The content of `Sheet`, loaded when it opens. */
export function SheetSurface({
  open,
  onOpenChange,
  title,
  closeLabel,
  side = 'end',
  footer,
  className,
  children,
}: SheetProps) {
  const giveBack = useFocusReturn(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-ink-field/45 data-[state=open]:animate-in data-[state=open]:fade-in-0 dark:bg-ink-field/70" />
        <RadixDialog.Content
          onCloseAutoFocus={giveBack}
          // A click on the connection notice over the sheet does not close it.
          onPointerDownOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-slot=top-notice]'))
              event.preventDefault();
          }}
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 z-50 flex w-full max-w-[420px] flex-col border-border-strong bg-popover text-popover-foreground shadow-overlay outline-none data-[state=open]:animate-in data-[state=open]:fade-in-0 duration-(--duration)',
            side === 'end' ? 'end-0 sm:border-s' : 'start-0 sm:border-e',
            className,
          )}
        >
          <header className="flex items-center justify-between gap-3 border-b border-border px-5 py-3">
            <RadixDialog.Title className="heading-section min-w-0 truncate">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label={closeLabel} className="-me-2">
                <X aria-hidden />
              </Button>
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
