import { defaultParseSearch, Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export interface AddressLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  address: string;
}

/** A link to an address that the server made and stored (`server/core/addresses.ts`). */
export function AddressLink({ address, ...link }: AddressLinkProps) {
  const { pathname, search, hash } = new URL(address, 'http://inner.invalid');
  return <Link to={pathname} search={defaultParseSearch(search)} hash={hash.slice(1)} {...link} />;
}
