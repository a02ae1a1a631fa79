import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef } from 'react';
import { cn } from '@/lib/cn.ts';
import { Button } from '@/ui/button.tsx';
import type { DialogProps } from '@/ui/dialog.tsx';
import { useFocusReturn } from '@/ui/focus-return.ts';

const CONTROL = 'a[href], button, input, select, textarea';
const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea';

/** The content of `Dialog`, loaded when it opens. */
export function DialogSurface({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  footer,
  locked = false,
  pending = false,
  className,
  children,
}: DialogProps) {
  const keepOpen = (event: Event) => {
    if (locked) event.preventDefault();
  };
  const outside = (event: Event) => {
    // A click on the connection notice over the dialog does not close it.
    if (event.target instanceof Element && event.target.closest('[data-slot=top-notice]')) event.preventDefault();
    else keepOpen(event);
  };
  const giveBack = useFocusReturn(open);
  const body = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  /**
   * The first field is focused, else the first button, which changes nothing; never the cross. On a touch screen no
   * field is focused, because the keyboard would cover the question.
   */
  const beginInField = (event: Event) => {
    const first = body.current?.querySelector<HTMLElement>(CONTROL);
    if (first?.matches(FIELD) && window.matchMedia('(pointer: coarse)').matches) return;
    const start = first?.matches(FIELD)
      ? first
      : (foot.current?.querySelector<HTMLElement>('button, a[href]') ??
        body.current?.querySelector<HTMLElement>('[type=radio]:checked') ??
        first);
    if (!start) return;
    event.preventDefault();
    start.focus();
  };
  return (
    <RadixDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !pending) onOpenChange(next);
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-ink-field/45 data-[state=open]:animate-in data-[state=open]:fade-in-0 dark:bg-ink-field/70" />
        <RadixDialog.Content
          onOpenAutoFocus={beginInField}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={outside}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-x-0 top-1/2 z-50 mx-auto grid max-h-[min(44rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] max-w-[480px] -translate-y-1/2 grid-rows-[auto_minmax(0,1fr)_auto]',
            'rounded-lg border border-border-strong bg-popover text-popover-foreground shadow-overlay outline-none',
            'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-2 duration-(--duration)',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-3 px-5 pt-5">
            <div className="min-w-0">
              <RadixDialog.Title className="heading-section">{title}</RadixDialog.Title>
              {description ? (
                <RadixDialog.Description className="mt-1 text-sm text-muted-foreground">
                  {description}
                </RadixDialog.Description>
              ) : null}
            </div>
            {locked ? null : (
              <RadixDialog.Close asChild>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={closeLabel}
                  aria-disabled={pending || undefined}
                  className="-me-2 -mt-1.5"
                >
                  <X aria-hidden />
                </Button>
              </RadixDialog.Close>
            )}
          </header>
          <div ref={body} className="overflow-y-auto px-5 pt-3 pb-1">
            {children}
          </div>
          {footer ? (
            <footer ref={foot} className="flex flex-wrap justify-end gap-2 px-5 pt-4 pb-5 max-sm:[&>*]:grow">
              {footer}
            </footer>
          ) : (
            <div className="pb-4" />
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
