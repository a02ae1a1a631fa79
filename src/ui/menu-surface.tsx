import { Suspense } from 'react';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '@/ui/dropdown-menu.tsx';
import type { MenuSurfaceProps } from '@/ui/menu-button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

/** The content of `MenuButton`, loaded at its first use. */
export function MenuSurface({ trigger, open, onOpenChange, align, side, children }: MenuSurfaceProps) {
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align={align}
        side={side}
        className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
      >
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** A row of its size until the items are loaded. */
function Loading() {
  return (
    <div data-slot="menu-loading" className="flex min-h-9 items-center px-2.5 touch:min-h-11">
      <Skeleton className="w-32" />
    </div>
  );
}
