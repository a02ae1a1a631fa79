import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The navigation of public pages on narrow screens. Opens without JavaScript; a choice, Escape or a click elsewhere
 * closes it.
 */
export function PublicMenu({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open || (event instanceof KeyboardEvent && event.key !== 'Escape')) return;
      if (event.type === 'click' && details.contains(event.target as Node) && !(event.target as Element).closest('a'))
        return;
      details.open = false;
      if (event.type === 'keydown') details.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={menu} className={`relative ${className}`}>
      <summary
        aria-label={label}
        className="-me-2 grid size-11 cursor-pointer list-none place-items-center rounded-md hover:bg-accent [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden className="size-4.5" />
      </summary>
      <nav
        aria-label={label}
        className="absolute end-0 top-full z-20 mt-1 grid w-64 rounded-lg border border-border-strong bg-popover p-2 text-control text-popover-foreground shadow-overlay [&>a]:flex [&>a]:min-h-11 [&>a]:items-center [&>a]:rounded-md [&>a]:px-3 [&>a:hover]:bg-accent"
      >
        {children}
      </nav>
    </details>
  );
}
