import type { VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { cloneElement, type ComponentProps, isValidElement, type ReactElement } from 'react';
import { cn } from '@/lib/cn.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Render the only child (a link) with the look of a button. */
  asChild?: boolean;
  /** The action is running: the button keeps its size and focus, shows a mark and ignores clicks. */
  pending?: boolean;
}

/**
 * `money` (gold) is only for a control that moves money and shows its amount. `aria-disabled` (not `disabled`) keeps a
 * refused action focusable, so that its reason can be read.
 */
export function Button({
  variant,
  size,
  asChild = false,
  pending = false,
  className,
  children,
  onClick,
  type,
  ...props
}: ButtonProps) {
  const inert = pending || props['aria-disabled'] === true || props['aria-disabled'] === 'true';
  const shared = {
    ...props,
    'data-slot': 'button',
    'aria-busy': pending || undefined,
    className: cn(
      buttonStyles({ variant, size: variant === 'link' ? 'inline' : size }),
      pending && 'cursor-progress',
      className,
    ),
    onClick: inert ? (event: React.MouseEvent<HTMLButtonElement>) => event.preventDefault() : onClick,
  };
  if (asChild && isValidElement(children)) return withButtonProps(children as ReactElement<ChildProps>, shared);
  return (
    <button type={type ?? 'button'} {...shared}>
      {pending ? <LoaderCircle aria-hidden className="motion-safe:animate-spin" /> : null}
      {/* "Fund" and "€159.00" are one line of text, not two items with a gap between them. */}
      {variant === 'money' ? <span>{children}</span> : children}
    </button>
  );
}

type ChildProps = Record<string, unknown> & { className?: string };

/** Gives the only child the look and the attributes; its own props win. */
function withButtonProps(child: ReactElement<ChildProps>, { className, onClick, ...attributes }: ChildProps) {
  const own = Object.fromEntries(Object.entries(child.props).filter(([, value]) => value !== undefined));
  return cloneElement(child, {
    ...attributes,
    ...(onClick ? { onClick } : {}),
    ...own,
    className: cn(className, child.props.className),
  });
}
