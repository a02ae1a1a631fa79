import type { Address } from './addresses.ts';

/**
 * A kind of record that the palette finds, in `finds.ts` of the feature that reads it; its names are in `palette.json`
 * (`found`, and `more` where there is a list) of each language. The search itself is `find` of the feature's
 * `register.ts`.
 */
export interface FindSpec {
  /** Order of the kinds. */
  place: number;
  icon: 'handshake' | 'megaphone' | 'mail' | 'person' | 'file' | 'chat';
  /** Page of the whole list. */
  list?: Address;
}

export interface FoundRecord {
  id: string;
  /** A title, a name or a document's number. */
  title: string;
  /** The other side, where there is one. */
  detail: string | null;
  /** Address of its page; of a document, of its file. */
  path: string;
}
