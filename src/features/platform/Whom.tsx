import { Link } from '@tanstack/react-router';
import type { Contact } from '../../../server/features/orgs/schema.ts';

/** A contact's mail address and name. */
export function ContactLine({ contact }: { contact: Contact | null }) {
  if (!contact) return null;
  return (
    <span className="block text-sm font-normal text-muted-foreground">
      <bdi>{contact.name}</bdi> ·{' '}
      <a href={`mailto:${contact.email}`} className="link">
        <bdi dir="ltr" className="break-all">
          {contact.email}
        </bdi>
      </a>
    </span>
  );
}

export function DealLink({ contractId, title }: { contractId: string; title: string }) {
  return (
    <Link to="/admin-dashboard/deals/$contractId" params={{ contractId }} className="link">
      <bdi>{title}</bdi>
    </Link>
  );
}

export function AccountLink({ orgId, name }: { orgId: string; name: string }) {
  return (
    <Link to="/admin-dashboard/accounts/$orgId" params={{ orgId }} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}
