import type { OwnAccount } from '../../connections/schema.ts';
import type { PostPlatform } from '../links/rules.ts';

/** Accounts that a post may be by, in small letters. */
export interface Accounts {
  /** Of the signature, and those that are connected now. */
  handles: string[];
  /** Entered since: whether they are the creator's, the brand decides. */
  claimed: string[];
  /** The creator has proven one of its accounts there, so that one that is only entered counts for nothing. */
  proven: boolean;
}

/** Accounts of the creator when each side signed; null where they were not kept with the signature. */
export interface SignedAccounts {
  creator: readonly OwnAccount[] | null;
  /** As the brand read them. */
  brand: readonly OwnAccount[] | null;
}

const distinct = (accounts: readonly OwnAccount[]): string[] => [...new Set(accounts.map(({ handle }) => handle))];

/**
 * The accounts on a platform that a post may be by. What a creator enters in its profile it can change at any time, so that what
 * stood there at both signatures counts; a connected account is proven, whenever it was connected. Of a contract that was
 * signed before accounts were kept with the signature, what is entered now counts where none is connected.
 */
export function accountsFor(
  platform: PostPlatform,
  { signed, now }: { signed: SignedAccounts; now: readonly OwnAccount[] },
): Accounts {
  const here = (account: OwnAccount) => account.platform === platform;
  const today = now.filter(here);
  const connected = today.filter((account) => account.connected);
  const then = signed.creator?.filter(here) ?? (connected.length > 0 ? connected : today);
  const seen = signed.brand && distinct(signed.brand.filter(here));
  const agreed = then.filter((account) => account.connected || !seen || seen.includes(account.handle));
  const handles = distinct([...connected, ...agreed]);
  const proven = [...then, ...today].some((account) => account.connected);
  const others = distinct([...then, ...today]).filter((handle) => !handles.includes(handle));
  return { handles, claimed: proven ? [] : others, proven };
}
