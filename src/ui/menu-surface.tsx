import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '@/ui/dropdown-menu.tsx';
import type { MenuSurfaceProps } from '@/ui/menu-button.tsx';

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
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
