import { type AnchorHTMLAttributes, createContext, type ReactNode, use } from 'react';

/** Pages that a public page leads to; `appPageLink` checks them against the routes. */
export type PublicPath =
  | '/'
  | '/auth'
  | '/business-auth'
  | '/cookie-policy'
  | '/dashboard'
  | '/data-deletion'
  | '/features'
  | '/influencer-auth'
  | '/privacy-policy'
  | '/terms-of-service';

export interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: PublicPath;
  /** The tab of an account page. */
  tab?: 'sign-up';
  hash?: string;
}

/** The start page has no router: the browser follows its links. */
function plainLink({ to, tab, hash, children, ...anchor }: PageLinkProps) {
  return (
    <a href={`${to}${tab ? `?tab=${tab}` : ''}${hash ? `#${hash}` : ''}`} {...anchor}>
      {children}
    </a>
  );
}

/** Renders a link; within the app, the router's. */
export const PageLinkContext = createContext<(props: PageLinkProps) => ReactNode>(plainLink);

/** A link of the start page and of components that it shares with other public pages. */
export function PageLink(props: PageLinkProps) {
  return use(PageLinkContext)(props);
}
