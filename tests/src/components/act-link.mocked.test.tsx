import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { OrgRole } from '../../../server/context.ts';
import { type Action, PERMISSIONS, roleMay } from '../../../server/features/orgs/rules.ts';
import { ActLink } from '../../../src/components/gates/ActLink.tsx';
import { actionOfStep, OurTurnTag } from '../../../src/components/gates/OurTurnTag.tsx';
import { markup } from '../../support/texts.tsx';

const reader = vi.hoisted(() => ({ role: 'owner' as string }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
  useRouteContext: () => ({ session: { org: { role: reader.role } } }),
}));

const ROLES: readonly OrgRole[] = ['owner', 'admin', 'manager', 'finance', 'reviewer', 'viewer', 'agent', 'assistant'];

it.each(Object.keys(PERMISSIONS) as Action[])(
  'leads to %s exactly the roles that the server lets do it; the others read why first',
  async (action) => {
    for (const role of ROLES) {
      reader.role = role;
      const html = await markup(
        <ActLink to="/payouts" action={action}>
          Go
        </ActLink>,
      );
      expect(html.includes('href="/payouts"'), role).toBe(roleMay(role, action));
      expect(html.includes('aria-disabled="true"'), role).toBe(!roleMay(role, action));
    }
  },
);

it.each(['sign', 'fund', 'pay', 'submit', 'fixChanges', 'submitLate', 'review'])(
  'says “your turn” of the step %s to the roles that may do it, and “your team’s turn” to the others',
  async (step) => {
    for (const role of ROLES) {
      reader.role = role;
      const html = await markup(<OurTurnTag action={actionOfStep(step)} />);
      expect(html.includes('Your turn'), role).toBe(roleMay(role, actionOfStep(step)));
      expect(html.includes('Your team’s turn'), role).toBe(!roleMay(role, actionOfStep(step)));
    }
  },
);
