import type { ActionMenuItem } from '@/ui/action-menu.tsx';
import { DropdownMenuItem } from '@/ui/dropdown-menu.tsx';

export function ActionMenuItems({ items }: { items: readonly ActionMenuItem[] }) {
  return items.map(({ id, label, icon: Icon, onSelect, destructive, hint, refusal }) => (
    <DropdownMenuItem key={id} onSelect={onSelect} destructive={destructive} disabled={refusal !== undefined}>
      {Icon ? <Icon aria-hidden /> : null}
      <span className="py-1">
        {label}
        {(refusal ?? hint) ? (
          <span className="block max-w-64 pb-1 text-xs text-muted-foreground">{refusal ?? hint}</span>
        ) : null}
      </span>
    </DropdownMenuItem>
  ));
}
