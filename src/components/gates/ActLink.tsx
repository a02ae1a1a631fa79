import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Action } from '../../../server/features/orgs/rules.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';

export interface ActLinkProps extends Pick<ButtonProps, 'variant' | 'className'> {
  to: string;
  /** What one goes there for. */
  action: Action;
  /** The reason stands beside another one already. */
  said?: boolean;
  children: ReactNode;
}

/** Leads to a screen for one act; a role that may not do it reads why before it goes there. */
export function ActLink({ to, action, said = false, children, ...look }: ActLinkProps) {
  const can = usePermitted(action);
  if (can !== true) {
    return (
      <RefusableButton can={can} said={said} {...look}>
        {children}
      </RefusableButton>
    );
  }
  return (
    <Button asChild {...look}>
      <Link to={to} search={{}}>
        {children}
      </Link>
    </Button>
  );
}
