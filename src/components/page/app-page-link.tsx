import { Link } from '@tanstack/react-router';
import type { PageLinkProps } from '@/components/page/PageLink.tsx';

/** `PageLink` as the router follows it. */
export function appPageLink({ to, tab, hash, ...anchor }: PageLinkProps) {
  return <Link to={to} search={tab ? { tab } : {}} {...(hash ? { hash } : {})} {...anchor} />;
}
