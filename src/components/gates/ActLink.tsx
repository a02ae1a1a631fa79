import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Action } from '../../../server/features/orgs/rules.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import type { BuiltPath } from '@/lib/screens.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';

export interface ActLinkProps extends Pick<ButtonProps, 'variant' | 'className'> {
  to: BuiltPath;
  /** The action that the screen is for. */
  action: Action;
  /** The same reason is already shown beside it. */
  reasonShown?: boolean;
  children: ReactNode;
}

/** A link to the screen of one action; for a role that may not do it, a refused button with the reason. */
export function ActLink({ to, action, reasonShown = false, children, ...look }: ActLinkProps) {
  const can = usePermitted(action);
  if (can !== true) {
    return (
      <RefusableButton can={can} reasonShown={reasonShown} {...look}>
        {children}
      </RefusableButton>
    );
  }
  return (
    <Button asChild {...look}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}
