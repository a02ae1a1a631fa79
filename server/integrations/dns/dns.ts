import { Resolver } from 'node:dns/promises';

/** What the name servers answered for the TXT records of a domain. */
export type TxtAnswer =
  | { kind: 'records'; records: string[] }
  /** The domain has no such record, or does not exist. */
  | { kind: 'none' }
  /** No usable answer: it says nothing about the domain. */
  | { kind: 'unreachable' };

/** Reads records of domains that people named. */
export interface Dns {
  txt(domain: string): Promise<TxtAnswer>;
}

export interface DnsOptions {
  /** Name servers as `address` or `address:port`; those of the machine where there is none. */
  servers?: readonly string[];
  timeoutMs?: number;
  tries?: number;
}

const NO_RECORD: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND', 'NODATA', 'NOTFOUND']);
const MAX_RECORDS = 100;

/** The resolver of Node with a limit in time. It never throws: what is no answer is `unreachable`. */
export function createDns({ servers = [], timeoutMs = 2_500, tries = 2 }: DnsOptions = {}): Dns {
  return {
    async txt(domain) {
      const resolver = new Resolver({ timeout: timeoutMs, tries });
      if (servers.length > 0) resolver.setServers([...servers]);
      // The resolver's own limits are for each server and try.
      const limit = setTimeout(() => resolver.cancel(), timeoutMs * (tries + 1));
      try {
        const records = await resolver.resolveTxt(domain);
        // A record may be sent in several pieces.
        return { kind: 'records', records: records.slice(0, MAX_RECORDS).map((pieces) => pieces.join('')) };
      } catch (error) {
        const { code } = error as { code?: string };
        return { kind: NO_RECORD.has(code ?? '') ? 'none' : 'unreachable' };
      } finally {
        clearTimeout(limit);
      }
    },
  };
}
