import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

export interface TooltipSurfaceProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: 'top' | 'bottom';
  children: ReactNode;
}

/** The content of `Tooltip`, loaded when it opens; it takes neither focus nor pointer. */
export function TooltipSurface({ id, anchor, side, children }: TooltipSurfaceProps) {
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="pointer-events-none z-50 max-w-72 rounded-md bg-primary px-2.5 py-1.5 text-xs text-primary-foreground data-[state=open]:animate-in data-[state=open]:fade-in-0"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
