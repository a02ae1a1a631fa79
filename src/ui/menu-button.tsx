import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { lazyNamed } from '@/lib/lazy.ts';

export interface MenuSurfaceProps {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

const MenuSurface = lazyNamed(() => import('@/ui/menu-surface.tsx'), 'MenuSurface');

export interface MenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'content'> {
  /** The content of the button. */
  children: ReactNode;
  /**
   * `DropdownMenuItem`s; a lazy component keeps their code out of the first load. It is made outside of components: one that is
   * made anew while the menu is open would take its items away, and a press on them with it.
   */
  menu: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}

/** A button whose menu is loaded at the first pointer, focus or click on it. */
export function MenuButton({ children, menu, align, side, ...button }: MenuButtonProps) {
  const [reached, setReached] = useState(false);
  const [open, setOpen] = useState(false);
  const preload = () => void import('@/ui/menu-surface.tsx');
  const plain = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        setReached(true);
        setOpen(true);
      }}
    >
      {children}
    </button>
  );
  if (!reached) return plain;
  return (
    <Suspense fallback={plain}>
      <MenuSurface
        open={open}
        onOpenChange={setOpen}
        align={align}
        side={side}
        trigger={
          <button type="button" {...button}>
            {children}
          </button>
        }
      >
        {menu}
      </MenuSurface>
    </Suspense>
  );
}
