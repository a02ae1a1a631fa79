import type { LucideIcon } from 'lucide-react';
import { Ellipsis } from 'lucide-react';
import { cn } from '@/lib/cn.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { buttonStyles } from '@/ui/button-styles.ts';
import { MenuButton } from '@/ui/menu-button.tsx';

const ActionMenuItems = lazyNamed(() => import('@/ui/action-menu-items.tsx'), 'ActionMenuItems');

export interface ActionMenuItem {
  id: string;
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  destructive?: boolean;
  /** What it does, in one line under the label. */
  hint?: string;
  /** Why it cannot be done now; shown in place of the hint. */
  refusal?: string;
}

/** "⋯": the less frequent actions of a row or page. */
export function ActionMenu({
  label,
  items,
  className,
}: {
  label: string;
  items: readonly ActionMenuItem[];
  className?: string;
}) {
  return (
    <MenuButton
      aria-label={label}
      menu={<ActionMenuItems items={items} />}
      align="end"
      className={cn(buttonStyles({ variant: 'quiet', size: 'icon' }), className)}
    >
      <Ellipsis aria-hidden />
    </MenuButton>
  );
}
